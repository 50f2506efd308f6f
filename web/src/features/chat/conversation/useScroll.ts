import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** So near its end it counts as being there; so near its top older ones are asked for. In pixels. */
const END_PX = 48
const TOP_PX = 400

interface Scrolled {
  /** What stands at the end: a change says that something came. */
  last: string
  /** Whether the last is on its way from here. */
  isOwn: boolean
  /** Asks for older ones; null while there are none to ask for. */
  more: (() => void) | null
  onEnd: (atEnd: boolean) => void
}

interface Known {
  last: string
  anchor: { node: HTMLElement; end: number } | null
  atEnd: boolean
}

/** Keeps what is being read in its place: against older ones that come above, and at the end as long as one is there. */
export function useScroll({ last, isOwn, more, onEnd }: Scrolled) {
  const box = useRef<HTMLDivElement>(null)
  const known = useRef<Known>({ last: '', anchor: null, atEnd: true })
  const [atEnd, setAtEnd] = useState(true)

  // After every drawing, before it is seen.
  useLayoutEffect(() => {
    const node = box.current
    if (!node) return
    const { last: before, anchor, atEnd: wasAtEnd } = known.current
    if (wasAtEnd || (before !== last && isOwn)) node.scrollTop = node.scrollHeight
    // Older ones came above it, or the sign that they are on their way.
    else if (anchor?.node.isConnected) node.scrollTop += endOf(anchor.node) - anchor.end
    known.current = { last, anchor: anchorIn(node), atEnd: isAtEnd(node) }
  })

  // A keyboard, a longer draft, or the card above changes the room: the end stays in view.
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

  // A short conversation does not scroll, and has its top in view at once.
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

/** The first thing that was said, and where it ends: it stays on the page whatever comes above it, and only its head may change. */
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
