import { Drawer } from '@base-ui/react/drawer'
import { IconButton } from '../form/IconButton.tsx'
import type { MenuDrawerProps } from './MenuDrawer.tsx'
import { isToast } from './toast.ts'
import { useUiTexts } from '../base/uiTexts.tsx'

/** The inside of a MenuDrawer. Use MenuDrawer, which loads this file. */
export function MenuPanel({ open, onClose, title, header, children }: MenuDrawerProps) {
  const words = useUiTexts()
  const back = document.documentElement.dir === 'rtl' ? 'right' : 'left'
  return (
    <Drawer.Root
      open={open}
      onOpenChange={(next, details) => {
        if (isToast(details.event)) details.cancel()
        else if (!next) onClose()
      }}
      swipeDirection={back}
    >
      <Drawer.Portal>
        <Drawer.Backdrop className="veil z-30" />
        <Drawer.Viewport className="fixed inset-0 z-40 flex items-stretch justify-start">
          <Drawer.Popup className="menu-popup">
            <Drawer.Content className="px-5 pb-6">
              <div data-layer-title="" className="flex min-h-[60px] items-center gap-3">
                <Drawer.Title className={header ? 'sr-only' : 'flex-1 text-19 font-semibold'}>
                  {title}
                </Drawer.Title>
                {header && <div className="min-w-0 flex-1">{header}</div>}
                <IconButton icon="close" label={words.close} onClick={onClose} className="-me-3 text-ink-2" />
              </div>
              {children}
            </Drawer.Content>
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  )
}
