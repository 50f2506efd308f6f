import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { cx } from '../base/cx.ts'
import { Icon } from '../base/Icon.tsx'
import { currentToast, dismissToast, onToast, toastMs } from './toast.ts'
import { useUiTexts } from '../base/uiTexts.tsx'

/** Shows and announces the messages of `toast()`, also above sheets. The app mounts it once. */
export function ToastHost({ onGo }: { onGo?: (href: string) => void }) {
  const words = useUiTexts()
  const message = useSyncExternalStore(onToast, currentToast, currentToast)
  const [held, setHeld] = useState(false)

  useEffect(() => {
    if (!message || held) return
    const timer = setTimeout(() => dismissToast(message.id), toastMs(message.text))
    return () => clearTimeout(timer)
  }, [message, held])

  return createPortal(
    <div
      role="region"
      aria-label={words.notifications}
      aria-live="polite"
      aria-atomic="true"
      data-toast=""
      className={cx(
        message && 'pointer-events-none fixed inset-0 z-50 flex justify-center p-6',
        message?.place === 'top' ? 'items-start pt-[calc(64px+env(safe-area-inset-top))]' : 'items-center',
      )}
    >
      {message && (
        <button
          key={message.id}
          type="button"
          onClick={() => {
            dismissToast(message.id)
            if (message.href !== null) onGo?.(message.href)
          }}
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
          className="rise-in pointer-events-auto flex min-h-11 max-w-[min(360px,100%)] items-center gap-2.5 rounded-3 bg-ink px-4.5 py-3 text-start text-13 font-medium text-ground shadow-card"
        >
          {message.tone !== 'plain' && (
            <Icon name={message.tone === 'good' ? 'check' : 'warning'} size={20} />
          )}
          <span>{message.text}</span>
          {message.href !== null && <Icon name="chevron" size={18} />}
        </button>
      )}
    </div>,
    document.body,
  )
}
