import type { ReactNode } from 'react'
import { BottomNav, type BottomNavProps } from './BottomNav.tsx'

export interface ShellProps {
  /** Strips at the top: OfflineBar. */
  banner?: ReactNode
  /** Without it, the screen has no navigation and uses all the space. */
  nav?: BottomNavProps | null
  children: ReactNode
}

/** The frame of every screen: banners, screen, and the navigation at the bottom or the side. */
export function Shell({ banner, nav, children }: ShellProps) {
  return (
    <div className={nav ? 'pb-[calc(61px+env(safe-area-inset-bottom))] md:ps-19 md:pb-0' : ''}>
      {banner}
      <main>{children}</main>
      {nav && <BottomNav {...nav} />}
    </div>
  )
}
