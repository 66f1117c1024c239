// Before the first paint, so that a dark screen never flashes white and a screen reader knows the language. It is a
// separate file because the page allows no inline script.
(() => {
  let chosen = 'auto';
  try {
    chosen = localStorage.getItem('muster.color-scheme') ?? 'auto';
    const language = localStorage.getItem('muster.language');
    if (language) document.documentElement.lang = language;
  } catch {
    // Storage may be closed to us; the system's choice is a good one.
  }
  const isDark = chosen === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark';
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
})();
