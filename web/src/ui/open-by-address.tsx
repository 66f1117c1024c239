import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

interface OpenByAddressProps {
  readonly name: string;
  readonly open: () => void;
}

/** Opens a dialog of the page if the address ends in `#name`: links and the search can lead to an action. */
export function OpenByAddress({ name, open }: OpenByAddressProps) {
  const isNamed = useLocation({ select: ({ hash }) => hash === name });
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address that names it
  useEffect(() => {
    if (!isNamed) return;
    open();
    void navigate({ to: '.', search: true, hash: '', replace: true, resetScroll: false });
  }, [isNamed]);
  return null;
}
