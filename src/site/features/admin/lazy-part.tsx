import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { dashboard } from '#site/content/dashboard.ts';
import { Spinner } from '#site/ui/spinner.tsx';
import { RetryNotice } from './query-list.tsx';

/** A part of the dashboard whose code is loaded when it is first shown, or before by `preload`. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Loaded: ComponentType<Props> | undefined;
  const preload = async (): Promise<void> => {
    Loaded ??= await load();
  };
  const Part = (props: Props): ReactNode => {
    const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');
    useEffect(() => {
      let isHere = true;
      const show = (next: 'loaded' | 'failed') => () => void (isHere && setState(next));
      preload().then(show('loaded'), show('failed'));
      return () => {
        isHere = false;
      };
    }, []);
    if (Loaded) return <Loaded {...props} />;
    if (state === 'loading') return <Spinner label={dashboard.part.loading} />;
    // After an upgrade of the site only a new document knows the names of the files.
    const reload = (): void => window.location.reload();
    return <RetryNotice text={dashboard.part.failed} role="alert" isBusy={false} onRetry={reload} />;
  };
  return Object.assign(Part, { preload });
}
