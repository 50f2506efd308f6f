/** The first screen has the network and the processor to itself for this long: the worker fetches every file of the page. */
const AFTER_MS = 1_500

/** Registers the worker that opens the page without a network. */
export function startWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () => void navigator.serviceWorker.register('/sw.js').catch(() => {})
  setTimeout(register, AFTER_MS)
}
