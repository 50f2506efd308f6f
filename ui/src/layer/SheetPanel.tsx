import { Drawer } from '@base-ui/react/drawer'
import { cx } from '../base/cx.ts'
import { isToast } from './toast.ts'
import { IconButton } from '../form/IconButton.tsx'
import type { SheetProps } from './Sheet.tsx'
import { useUiTexts } from '../base/uiTexts.tsx'

/** The inside of a Sheet. Use Sheet, which loads this file. */
export function SheetPanel(props: SheetProps) {
  const { open, onClose, onClosed, title, trailing, children, footer, place = 'centre' } = props
  const { firm = false, tall = false, isText = false } = props
  const words = useUiTexts()
  return (
    <Drawer.Root
      open={open}
      onOpenChange={(next, details) => {
        if (next) return
        if (isToast(details.event) || (firm && details.reason === 'swipe')) return details.cancel()
        onClose()
      }}
      onOpenChangeComplete={(next) => !next && onClosed?.()}
      disablePointerDismissal={firm}
      swipeDirection={place === 'side' ? inlineEnd() : 'down'}
    >
      <Drawer.VirtualKeyboardProvider>
        <Drawer.Portal>
          <Drawer.Backdrop forceRender className="veil z-40" />
          <Drawer.Viewport className={cx('fixed inset-0 z-40 flex', PLACES[place])}>
            <Drawer.Popup className="sheet-popup" data-place={place} data-tall={tall || undefined}>
              {place === 'side' ? <div className="h-2 flex-none md:hidden" /> : <Grip />}
              <div
                data-layer-title=""
                className="flex min-h-11 flex-none flex-wrap items-center justify-end gap-x-3 ps-5 pe-2 md:pt-3"
              >
                <Drawer.Title className="min-w-min flex-1 text-19 font-semibold tracking-[-0.01em]">
                  {title}
                </Drawer.Title>
                {trailing}
                <IconButton icon="close" label={words.close} onClick={onClose} className="text-ink-2" />
              </div>
              <Drawer.Content
                tabIndex={isText ? 0 : undefined}
                className={cx(
                  'min-h-0 flex-1 -outline-offset-2!',
                  tall ? 'flex flex-col' : 'overflow-y-auto overscroll-contain px-5 pt-1',
                  !tall && (footer ? 'pb-3' : 'pb-[calc(24px+env(safe-area-inset-bottom))]'),
                )}
              >
                {children}
              </Drawer.Content>
              {footer && (
                <div className="flex-none px-5 pt-2 pb-[calc(20px+env(safe-area-inset-bottom))]">
                  {footer}
                </div>
              )}
            </Drawer.Popup>
          </Drawer.Viewport>
        </Drawer.Portal>
      </Drawer.VirtualKeyboardProvider>
    </Drawer.Root>
  )
}

const PLACES = {
  centre: 'items-end justify-center md:items-center',
  side: 'items-stretch justify-end',
}

/** The handle that shows that the sheet can be dragged down. */
function Grip() {
  return (
    <div aria-hidden="true" className="flex h-6 flex-none items-center justify-center md:hidden">
      <i className="h-1 w-[38px] rounded-full bg-rule" />
    </div>
  )
}

/** The swipe direction towards the inline end. */
function inlineEnd(): 'left' | 'right' {
  return document.documentElement.dir === 'rtl' ? 'left' : 'right'
}
