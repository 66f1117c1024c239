import { useState } from 'react';

/** Which one of a list stands open; a new one opens by itself. */
export function useOpenItem() {
  const [open, setOpen] = useState<string>();
  return {
    isOpen: (key: string) => open === key,
    open: setOpen,
    toggle: (key: string) => setOpen((now) => (now === key ? undefined : key)),
  };
}
