import { useEffect, useState } from 'react';

/**
 * Whether the connection has not been lost since the page was opened. navigator.onLine alone is no reason to give up: it
 * is also false where a browser knows no network but reaches the server.
 */
export function useOnline(): boolean {
  const [isOnline, setOnline] = useState(true);
  useEffect(() => {
    const goOnline = () => setOnline(true);
    const goOffline = () => setOnline(false);
    window.addEventListener('online', goOnline);
    window.addEventListener('offline', goOffline);
    return () => {
      window.removeEventListener('online', goOnline);
      window.removeEventListener('offline', goOffline);
    };
  }, []);
  return isOnline;
}
