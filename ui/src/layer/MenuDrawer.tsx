import { Suspense, type ReactNode } from 'react'
import { LazyMenuPanel } from './panels.ts'
import { useLayer } from './layers.ts'
import { useOnceOpen } from '../base/useOnceOpen.ts'

export interface MenuDrawerProps {
  open: boolean
  onClose: () => void
  /** Accessible name; also the heading when `header` is absent. */
  title: string
  /** Replaces the heading: the wallet's address or a Join button. */
  header?: ReactNode
  /** ListRows. */
  children: ReactNode
}

/** The menu at the inline start; a swipe to that side closes it. Loaded when first opened. */
export function MenuDrawer(props: MenuDrawerProps) {
  useLayer(props.open, props.onClose)
  if (!useOnceOpen(props.open)) return null
  return (
    <Suspense fallback={null}>
      <LazyMenuPanel {...props} />
    </Suspense>
  )
}
