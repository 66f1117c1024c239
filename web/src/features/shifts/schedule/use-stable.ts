import { useLayoutEffect, useRef, useState } from 'react';

type Functions = Record<string, ((...given: unknown[]) => unknown) | undefined>;

/**
 * The same functions for as long as the component lives, which always do what the newest ones do: parts that are given
 * them are not drawn again with every step of a drag. For event handlers, not for use while drawing.
 */
export function useStable<Named extends object>(functions: Named): Named {
  const newest = useRef(functions);
  useLayoutEffect(() => {
    newest.current = functions;
  });
  const [stable] = useState(
    () =>
      Object.fromEntries(
        Object.keys(functions).map((name) => [
          name,
          (...given: unknown[]) => (newest.current as Functions)[name]?.(...given),
        ]),
      ) as Named,
  );
  return stable;
}
