import { createStore, useStore } from '@tickmark/client/observable.ts'
import { keep, kept } from '@tickmark/client/storage.ts'

const hidden = createStore(kept('sandboxBanner') === 'hidden')

/** Whether the visitor has hidden the sandbox notice; then a badge replaces it. */
export function useBannerHidden(): boolean {
  return useStore(hidden)
}

export function hideBanner(): void {
  keep('sandboxBanner', 'hidden')
  hidden.set(true)
}
