export default {
  title: {
    list: 'Badges',
    badge: 'Badge',
    manage: 'Badges',
    edit: 'Badge',
  },
} as const;
