import { useEffect, useRef, useState, type ComponentType } from 'react'
import { loadRestOfEnglish } from '../../i18n/i18n.ts'

/** The first screen has the network and the processor to itself for this long, unless what is below comes near sooner. */
const AFTER_MS = 4_000
/** How near to the screen, in CSS pixels. */
const NEAR = '200px'
const RETRY_MS = 5_000

/**
 * What stands below the markets, and the notices. Its code comes when it is near or the page has stood for a while, and
 * then in an idle moment; room is kept for it, so that nothing above moves.
 */
export function BelowMarkets() {
  const place = useRef<HTMLDivElement>(null)
  const [Rest, setRest] = useState<ComponentType | null>(null)

  useEffect(() => {
    let stopped = false
    const fetchRest = () => {
      void Promise.all([import('./HomeRest.tsx'), loadRestOfEnglish()]).then(
        ([module]) => !stopped && setRest(() => module.HomeRest),
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

/** Runs once in an idle moment: when the place is near, or after a while; at once for an address that names an article. */
function whenNear(place: Element | null, run: () => void): () => void {
  let begun = false
  const begin = (soon: boolean) => {
    if (begun) return
    begun = true
    stop()
    if (soon) run()
    else if ('requestIdleCallback' in window) requestIdleCallback(run)
    else setTimeout(run, 200)
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
