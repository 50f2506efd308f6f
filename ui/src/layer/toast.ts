export interface ToastMessage {
  id: number
  text: string
  tone: 'plain' | 'good' | 'wrong'
  /** A mistake in a form: the toast goes when a field changes, or when the next layer opens. */
  isMistake: boolean
  /** Destination when pressed; without one, a press closes the toast. */
  href: string | null
}

export interface ToastOptions {
  tone?: ToastMessage['tone']
  isMistake?: boolean
  href?: string
}

/** Duration: 2.5 s plus 60 ms a letter, at most 8 s. Long enough to read, short enough not to be in the way. */
export function toastMs(text: string): number {
  return Math.min(8_000, 2_500 + 60 * text.length)
}

let current: ToastMessage | null = null
let lastId = 0
const listeners = new Set<() => void>()

/** Shows a message at the top of the page, in place of the one before. Loads nothing, so it also works offline. */
export function toast(text: string, given: ToastOptions = {}): void {
  const { tone = 'plain', isMistake = false, href = null } = given
  if (text === '') return
  lastId += 1
  setToast({ id: lastId, text, tone, isMistake, href })
}

/** Removes a message; without `id`, the current one. */
export function dismissToast(id?: number): void {
  if (id === undefined || current?.id === id) setToast(null)
}

/**
 * Removes the message about a mistake: the user has changed the form, or its next step has opened. Typing triggers it
 * automatically; a form whose buttons fill its fields calls this.
 */
export function dismissMistake(): void {
  if (current?.isMistake) setToast(null)
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

/** Whether a press hit the toast; if so, it must not close the sheet beneath. */
export function isToast(event: Event): boolean {
  return event.target instanceof Element && event.target.closest('[data-toast]') !== null
}

const EDGE = 8

/** Where a title ends up that an animation or a finger has moved down by `movedPx`. */
export function atRest(
  { top, bottom }: { top: number; bottom: number },
  movedPx: number,
): { top: number; bottom: number } {
  return { top: top - movedPx, bottom: bottom - movedPx }
}

/** Top of a toast in the window, in px, such that it covers none of these titles of layers. */
export function toastTop(height: number, titles: readonly { top: number; bottom: number }[]): number {
  let top = EDGE
  for (const title of titles.toSorted((one, other) => one.top - other.top))
    if (title.top < top + height && title.bottom > top) top = title.bottom + EDGE
  return top
}
