import { useLayoutEffect, useRef, useState } from 'react'

/** Whether an element was measured before. */
let isMeasured = false

/** An element's size in CSS pixels, and the text size relative to the default; both follow changes. */
export function useBox() {
  const ref = useRef<HTMLDivElement>(null)
  const [box, setBox] = useState({ width: 0, height: 0, rem: 1 })
  useLayoutEffect(() => {
    const node = ref.current
    if (!node) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = node
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1
      setBox((now) =>
        now.width === width && now.height === height && now.rem === rem ? now : { width, height, rem },
      )
    }
    // The text size may change without the box: observes an element that is one letter wide.
    const letter = node.appendChild(document.createElement('i'))
    letter.style.cssText = 'position:absolute;inline-size:1rem;visibility:hidden'
    const sizes = new ResizeObserver(measure)
    sizes.observe(node)
    sizes.observe(letter)
    // Later elements are measured at once, so that one that replaces another leaves no gap. The first would force the
    // layout of a whole new page into the task that builds it: the observer measures it when the browser has laid it out.
    if (isMeasured) measure()
    isMeasured = true
    return () => {
      sizes.disconnect()
      letter.remove()
    }
  }, [])
  return { ref, ...box }
}
