import type { ReactNode } from 'react'
import { BottomNav, type BottomNavProps } from './BottomNav.tsx'

export interface ShellProps {
  /** Strips at the top: OfflineBar. */
  banner?: ReactNode
  /** Without it, the screen has no navigation and uses all the space. */
  nav?: BottomNavProps | null
  /** Over the foot of the screen; its height is `--strip`. */
  foot?: ReactNode
  children: ReactNode
}

/** The frame of every screen: banners, screen, and the navigation at the bottom or the side. */
export function Shell({ banner, nav, foot, children }: ShellProps) {
  return (
    <div
      className={
        nav
          ? 'pb-[calc(var(--nav)+var(--strip)+env(safe-area-inset-bottom))] md:ps-(--rail) md:pb-(--strip)'
          : 'pb-(--strip)'
      }
    >
      {banner}
      <main>{children}</main>
      {foot}
      {nav && <BottomNav {...nav} />}
    </div>
  )
}
