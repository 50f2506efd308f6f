import { useState, type KeyboardEvent, type RefObject } from 'react'

/** Number of rows that Page Up and Page Down move. */
const PAGE = 15

/**
 * Moves the focus between the rows of a virtual grid: `show` scrolls a row into view. Exactly one row is in the tab
 * order.
 */
export function useRowKeys(count: number, frame: RefObject<HTMLElement | null>, show: (at: number) => void) {
  const [rested, setRested] = useState(0)

  function press(event: KeyboardEvent, at: number) {
    const next = rowAfter(event.key, at, count)
    if (next === null) return
    event.preventDefault()
    move(next)
  }

  function move(next: number) {
    setRested(next)
    show(next)
    focusSoon(frame, next, 20)
  }

  return { at: Math.min(rested, Math.max(0, count - 1)), press, move, rest: setRested }
}

/** The row that a key moves to; null when the key moves nowhere. */
export function rowAfter(key: string, at: number, count: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + PAGE,
    PageUp: at - PAGE,
    Home: 0,
    End: count - 1,
  }
  const next = steps[key]
  return next === undefined ? null : Math.max(0, Math.min(count - 1, next))
}

/** A distant row is rendered only some frames after scrolling to it. */
function focusSoon(frame: RefObject<HTMLElement | null>, at: number, tries: number): void {
  requestAnimationFrame(() => {
    const row = frame.current?.querySelector<HTMLElement>(`[data-at="${at}"]`)
    if (row) row.focus({ preventScroll: true })
    else if (tries > 0) focusSoon(frame, at, tries - 1)
  })
}
