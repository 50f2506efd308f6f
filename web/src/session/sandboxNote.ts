import { useConfig } from '../api/publicConfig.ts'
import { createStore, useStore } from '../state/observable.ts'
import { keep, kept } from '../state/storage.ts'
import { useWatchState } from '../watch/watchState.ts'

const hidden = createStore(kept('sandboxBanner') === 'hidden')

/** Whether the house is a sandbox, by its configuration or by the name of its log, which only a sandbox may begin anew. */
export function useIsSandbox(): boolean {
  const { isSandbox } = useWatchState()
  return useConfig()?.mode === 'sandbox' || isSandbox
}

/** Whether the visitor has hidden the sandbox notice; then a badge replaces it. */
export function useBannerHidden(): boolean {
  return useStore(hidden)
}

export function hideBanner(): void {
  keep('sandboxBanner', 'hidden')
  hidden.set(true)
}
