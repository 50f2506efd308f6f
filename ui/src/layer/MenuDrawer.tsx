import { Suspense, type ReactNode } from 'react'
import { LazyMenuPanel } from './panels.ts'
import { useOnceOpen } from '../base/useOnceOpen.ts'

export interface MenuDrawerProps {
  open: boolean
  onClose: () => void
  /** Accessible name, and the heading when `header` is absent. */
  title: string
  /** In place of the heading: the wallet's address or a Join button. */
  header?: ReactNode
  /** ListRows. */
  children: ReactNode
}

/** The menu from the side where lines begin; swiped back the way it came. Fetched when first opened. */
export function MenuDrawer(props: MenuDrawerProps) {
  if (!useOnceOpen(props.open)) return null
  return (
    <Suspense fallback={null}>
      <LazyMenuPanel {...props} />
    </Suspense>
  )
}
