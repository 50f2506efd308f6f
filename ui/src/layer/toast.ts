export interface ToastMessage {
  id: number
  text: string
  tone: 'plain' | 'good' | 'wrong'
  /** Where it stands: the middle of the screen, or under the top edge. */
  place: 'centre' | 'top'
  /** Where pressing it leads; without one it is put away. */
  href: string | null
}

export interface ToastOptions {
  tone?: ToastMessage['tone']
  place?: ToastMessage['place']
  href?: string
}

/** Short enough not to be in the way, long enough to read: 2.5 s and 60 ms a letter, at most 8 s. */
export function toastMs(text: string): number {
  return Math.min(8_000, 2_500 + 60 * text.length)
}

let current: ToastMessage | null = null
let lastId = 0
const listeners = new Set<() => void>()

/** Shows a message over the page. A newer one takes its place. Works without anything more being loaded, so also offline. */
export function toast(text: string, given: ToastOptions = {}): void {
  const { tone = 'plain', place = 'centre', href = null } = given
  if (text === '') return
  lastId += 1
  setToast({ id: lastId, text, tone, place, href })
}

/** Takes a message away; without `id`, whichever is shown. */
export function dismissToast(id?: number): void {
  if (id === undefined || current?.id === id) setToast(null)
}

export function currentToast(): ToastMessage | null {
  return current
}

export function onToast(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setToast(message: ToastMessage | null): void {
  current = message
  for (const listener of listeners) listener()
}

/** Whether a press was on the message: it must not close the sheet beneath. */
export function isToast(event: Event): boolean {
  return event.target instanceof Element && event.target.closest('[data-toast]') !== null
}
