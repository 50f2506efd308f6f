import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Distances in pixels: this near the end counts as at the end; this near the top loads older messages. */
const END_PX = 48
const TOP_PX = 400

interface Scrolled {
  /** Key of the last row: a change means that a new row came. */
  last: string
  /** Whether the last row is the user's own pending message. */
  isOwn: boolean
  /** Loads older messages; null when there are none. */
  more: (() => void) | null
  onEnd: (atEnd: boolean) => void
}

interface Known {
  last: string
  anchor: { node: HTMLElement; end: number } | null
  atEnd: boolean
}

/** Keeps the reading position when older messages are added above, and follows the end while the user is there. */
export function useScroll({ last, isOwn, more, onEnd }: Scrolled) {
  const box = useRef<HTMLDivElement>(null)
  const known = useRef<Known>({ last: '', anchor: null, atEnd: true })
  const [atEnd, setAtEnd] = useState(true)

  // Runs after each render, before the browser paints.
  useLayoutEffect(() => {
    const node = box.current
    if (!node) return
    const { last: before, anchor, atEnd: wasAtEnd } = known.current
    if (wasAtEnd || (before !== last && isOwn)) node.scrollTop = node.scrollHeight
    // Older messages, or their loading sign, were added above the anchor.
    else if (anchor?.node.isConnected) node.scrollTop += endOf(anchor.node) - anchor.end
    known.current = { last, anchor: anchorIn(node), atEnd: isAtEnd(node) }
  })

  // An on-screen keyboard, a longer draft or the card above changes the height: keep the end in view.
  useEffect(() => {
    const node = box.current
    if (!node) return
    const observer = new ResizeObserver(() => {
      if (known.current.atEnd) node.scrollTop = node.scrollHeight
    })
    observer.observe(node)
    return () => observer.disconnect()
  }, [])

  useEffect(() => onEnd(atEnd), [atEnd, onEnd])

  // A short conversation does not scroll, so its top is in view at once.
  useEffect(() => {
    const node = box.current
    if (node && more && node.scrollTop < TOP_PX) more()
  }, [more])

  function onScroll() {
    const node = box.current
    if (!node) return
    const now = isAtEnd(node)
    known.current.atEnd = now
    setAtEnd(now)
    if (more && node.scrollTop < TOP_PX) more()
  }

  function toEnd() {
    const node = box.current
    if (node) node.scrollTop = node.scrollHeight
  }

  return { box, onScroll, isAway: !atEnd, toEnd }
}

/**
 * The anchor: the first message and the position of its end. The message stays whatever is added above; only its head
 * may change.
 */
function anchorIn(box: HTMLElement): Known['anchor'] {
  const node = box.querySelector<HTMLElement>('li:has(> article)')
  return node && { node, end: endOf(node) }
}

function endOf(node: HTMLElement): number {
  return node.offsetTop + node.offsetHeight
}

function isAtEnd(node: HTMLElement): boolean {
  return node.scrollHeight - node.scrollTop - node.clientHeight < END_PX
}
