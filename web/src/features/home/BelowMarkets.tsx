import { startTransition, useEffect, useRef, useState, type ComponentType } from 'react'
import { whenIdle } from '../../browser/whenIdle.ts'
import { loadRestOfEnglish } from '../../i18n/i18n.ts'

/** How long the first screen has network and processor to itself, unless the user scrolls near earlier. */
const AFTER_MS = 4_000
/** Distance from the screen in CSS pixels that counts as near. */
const NEAR = '200px'
const RETRY_MS = 5_000

/**
 * The content below the markets, and the notices. Its code loads in an idle moment, once it is near or some time has
 * passed. Its space is reserved, so that nothing above moves.
 */
export function BelowMarkets() {
  const place = useRef<HTMLDivElement>(null)
  const [Rest, setRest] = useState<ComponentType | null>(null)

  useEffect(() => {
    let stopped = false
    const fetchRest = () => {
      void Promise.all([import('./HomeRest.tsx'), loadRestOfEnglish()]).then(
        // As a transition, it is drawn in slices.
        ([module]) => !stopped && startTransition(() => setRest(() => module.HomeRest)),
        () => !stopped && setTimeout(fetchRest, RETRY_MS),
      )
    }
    const stop = whenNear(place.current, fetchRest)
    return () => {
      stopped = true
      stop()
    }
  }, [])

  return (
    <div ref={place} className="min-h-[40rem]">
      {Rest && <Rest />}
    </div>
  )
}

/** Runs once in an idle moment: when the place is near, or after a while; at once when the address names an article. */
function whenNear(place: Element | null, run: () => void): () => void {
  let begun = false
  const begin = (soon: boolean) => {
    if (begun) return
    begun = true
    stop()
    if (soon) run()
    else whenIdle(run)
  }
  const observer = new IntersectionObserver(
    (entries) => entries.some((entry) => entry.isIntersecting) && begin(false),
    { rootMargin: NEAR },
  )
  const timer = setTimeout(() => begin(false), AFTER_MS)
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  if (place) observer.observe(place)
  if (new URLSearchParams(location.search).has('news')) begin(true)
  return stop
}
