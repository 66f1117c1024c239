export default {
  title: {
    choose: 'Check-in desk',
    shift: 'Check-in',
  },
} as const;
