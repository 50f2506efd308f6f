import { Suspense, type ReactNode } from 'react'
import type { ButtonTone } from '../form/Button.tsx'
import { LazyConfirmPanel } from './panels.ts'
import { useOnceOpen } from '../base/useOnceOpen.ts'

export interface ConfirmDialogProps {
  open: boolean
  title: ReactNode
  children?: ReactNode
  yesLabel: string
  noLabel: string
  onYes: () => void
  /** No, or Escape. The veil does not answer a question. */
  onNo: () => void
  tone?: ButtonTone
  /** The answer is being carried out: yes shows it, no waits. */
  busy?: boolean
}

/** A question that wants yes or no. Starts on no; focus comes back to where it was. Fetched when first opened. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  if (!useOnceOpen(props.open)) return null
  return (
    <Suspense fallback={null}>
      <LazyConfirmPanel {...props} />
    </Suspense>
  )
}
