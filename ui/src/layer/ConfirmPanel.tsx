import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useRef } from 'react'
import { Button } from '../form/Button.tsx'
import type { ConfirmDialogProps } from './ConfirmDialog.tsx'

/** The inside of a ConfirmDialog. Use ConfirmDialog, which loads this file. */
export function ConfirmPanel(props: ConfirmDialogProps) {
  const { open, title, children, yesLabel, noLabel, onYes, onNo, tone = 'primary', busy = false } = props
  const no = useRef<HTMLButtonElement>(null)
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && !busy && onNo()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop forceRender className="veil z-40" />
        <AlertDialog.Viewport className="fixed inset-0 z-40 grid place-items-center overflow-y-auto p-6">
          <AlertDialog.Popup
            initialFocus={no}
            className="dialog-popup w-full max-w-[360px] rounded-sheet bg-sheet p-5 text-ink shadow-card outline-none"
          >
            <AlertDialog.Title className="text-19 font-semibold tracking-[-0.01em]">
              {title}
            </AlertDialog.Title>
            {children && (
              <AlertDialog.Description render={<div />} className="mt-2 text-13 text-ink-2">
                {children}
              </AlertDialog.Description>
            )}
            <div className="mt-5 flex flex-wrap gap-2.5">
              <Button tone="quiet" disabled={busy} onClick={onNo} className="flex-1" ref={no}>
                {noLabel}
              </Button>
              <Button tone={tone} busy={busy} onClick={onYes} className="flex-1">
                {yesLabel}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
