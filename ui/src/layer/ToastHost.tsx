import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from '../base/Icon.tsx'
import { onLayers } from './layers.ts'
import { atRest, currentToast, dismissMistake, dismissToast, onToast, toastMs, toastTop } from './toast.ts'
import { useUiTexts } from '../base/uiTexts.tsx'

/** Shows and announces the messages of `toast()` at the top, also above sheets. The app mounts it once. */
export function ToastHost({ onGo }: { onGo?: (href: string) => void }) {
  const words = useUiTexts()
  const message = useSyncExternalStore(onToast, currentToast, currentToast)
  // By id: a button that is removed fires no leave event.
  const [heldId, setHeldId] = useState<number | null>(null)
  const held = message !== null && heldId === message.id
  const frame = useFreeTop(message?.id)

  useEffect(() => {
    if (!message || held) return
    const timer = setTimeout(() => dismissToast(message.id), toastMs(message.text))
    return () => clearTimeout(timer)
  }, [message, held])

  useEffect(() => {
    document.addEventListener('input', dismissMistake)
    return () => document.removeEventListener('input', dismissMistake)
  }, [])

  return createPortal(
    <div
      ref={frame}
      role="region"
      aria-label={words.notifications}
      aria-live="polite"
      aria-atomic="true"
      data-toast=""
      className="pointer-events-none fixed inset-x-0 top-0 z-50 mt-[env(safe-area-inset-top)] flex justify-center px-4"
    >
      {message && (
        <button
          key={message.id}
          type="button"
          onClick={() => {
            dismissToast(message.id)
            if (message.href !== null) onGo?.(message.href)
          }}
          onPointerEnter={() => setHeldId(message.id)}
          onPointerLeave={() => setHeldId(null)}
          onFocus={() => setHeldId(message.id)}
          onBlur={() => setHeldId(null)}
          className="rise-in pointer-events-auto flex min-h-11 max-w-[min(360px,100%)] items-center gap-2 rounded-3 bg-ink px-4 py-2 text-start text-13 leading-snug font-medium text-ground shadow-card"
        >
          {message.tone !== 'plain' && (
            <Icon name={message.tone === 'good' ? 'check' : 'warning'} size={18} />
          )}
          <span>{message.text}</span>
          {message.href !== null && <Icon name="chevron" size={16} />}
        </button>
      )}
    </div>,
    document.body,
  )
}

/** Moves the toast below the titles of open layers that it would cover, also when a layer opens later. */
function useFreeTop(id: number | undefined) {
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (id === undefined) return
    function place() {
      const node = frame.current
      const height = node?.firstElementChild?.getBoundingClientRect().height ?? 0
      if (node) node.style.paddingBlockStart = `${toastTop(height, titlesNow())}px`
    }
    let next = 0
    // A layer that is opening is drawn in the next frame.
    const placeSoon = () => (next = requestAnimationFrame(place))
    place()
    placeSoon()
    const stop = onLayers(placeSoon)
    return () => {
      stop()
      cancelAnimationFrame(next)
    }
  }, [id])
  return frame
}

/** Where the titles of the open layers end up after their animations. */
function titlesNow(): { top: number; bottom: number }[] {
  return [...document.querySelectorAll('[data-layer-title]')].map((title) => {
    const popup = title.closest('.sheet-popup, .menu-popup')
    const moved = popup ? new DOMMatrix(getComputedStyle(popup).transform).f : 0
    return atRest(title.getBoundingClientRect(), moved)
  })
}
