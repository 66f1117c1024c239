export default {
  title: {
    organization: 'Settings',
    apiKeys: 'API keys',
    audit: 'Audit log',
  },
} as const;
