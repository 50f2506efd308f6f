import { useEffect, useRef } from 'react'
import { arrived } from '../navigation/navigate.ts'

let first = true

/** Runs when a screen stands, its code loaded: restores the scroll position and moves focus to the heading. */
export function Arrival({ path }: { path: string }) {
  const done = useRef<string | null>(null)
  useEffect(() => {
    if (done.current === path) return
    done.current = path
    arrived()
    if (!first) focusHeading()
    first = false
  }, [path])
  return null
}

/** The heading of the screen that was gone to: the last one, as the market list stands before the coin. */
function focusHeading(): void {
  const headings = document.querySelectorAll<HTMLElement>('main h1')
  const heading = headings[headings.length - 1]
  if (!heading) return
  heading.tabIndex = -1
  heading.style.outline = 'none'
  heading.focus({ preventScroll: true })
}
