export interface ToastMessage {
  id: number
  text: string
  tone: 'plain' | 'good' | 'wrong'
  /** Position: the middle of the screen, or below its top edge. */
  place: 'centre' | 'top'
  /** Destination when pressed; without one, a press closes the toast. */
  href: string | null
}

export interface ToastOptions {
  tone?: ToastMessage['tone']
  place?: ToastMessage['place']
  href?: string
}

/** Duration: 2.5 s plus 60 ms a letter, at most 8 s. Long enough to read, short enough not to be in the way. */
export function toastMs(text: string): number {
  return Math.min(8_000, 2_500 + 60 * text.length)
}

let current: ToastMessage | null = null
let lastId = 0
const listeners = new Set<() => void>()

/** Shows a message over the page, replacing the one before. Loads nothing, so it also works offline. */
export function toast(text: string, given: ToastOptions = {}): void {
  const { tone = 'plain', place = 'centre', href = null } = given
  if (text === '') return
  lastId += 1
  setToast({ id: lastId, text, tone, place, href })
}

/** Removes a message; without `id`, the current one. */
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

/** Whether a press hit the toast: then it must not close the sheet beneath. */
export function isToast(event: Event): boolean {
  return event.target instanceof Element && event.target.closest('[data-toast]') !== null
}
