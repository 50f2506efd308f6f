import { useState, type KeyboardEvent, type RefObject } from 'react'

/** Rows that Page Up and Page Down pass over. */
const PAGE = 15

/**
 * Moves the focus between the rows of a grid, of which only those on screen exist: `show` brings one into sight. One row
 * is in the tab order.
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

/** The row that a key leads to; null for a key that leads to none. */
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

/** A row far away is drawn a few frames after it was scrolled to. */
function focusSoon(frame: RefObject<HTMLElement | null>, at: number, tries: number): void {
  requestAnimationFrame(() => {
    const row = frame.current?.querySelector<HTMLElement>(`[data-at="${at}"]`)
    if (row) row.focus({ preventScroll: true })
    else if (tries > 0) focusSoon(frame, at, tries - 1)
  })
}
