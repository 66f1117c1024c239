import { useEffect, useState } from 'react';

/** The present moment, renewed often enough for clocks that show minutes. */
export function useNowMs(everyMs = 20_000): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}
