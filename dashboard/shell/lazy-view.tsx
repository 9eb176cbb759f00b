import type { FunctionComponent, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { isLockedOut } from '../api/call.ts';
import { toastError } from '../state/toasts.ts';
import { loadVaults } from '../state/vaults.ts';

/** A view whose code is fetched when it is first shown, so that a first visit loads little. */
export function lazyView<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
): FunctionComponent<Props> {
  let loaded: FunctionComponent<Props> | undefined;
  return function LazyView(props: Props): JSX.Element {
    const [, setLoaded] = useState(loaded !== undefined);
    useEffect(() => {
      if (loaded !== undefined) return;
      load().then((view) => {
        loaded = view;
        setLoaded(true);
      }, reportFailure);
    }, []);
    const View = loaded;
    return View === undefined ? <div class="page-scroll" /> : <View {...props} />;
  };
}

/** The browser does not say why code could not be fetched. A call shows whether the login has ended. */
async function reportFailure(thrown: unknown): Promise<void> {
  await loadVaults().catch(() => undefined);
  if (!isLockedOut.value) toastError(thrown);
}
