export default { title: '' } as const;
