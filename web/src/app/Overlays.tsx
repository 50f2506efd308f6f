import { lazy, Suspense } from 'react'
import { closeJoin, useJoinOpen } from '../session/join.ts'
import { openOverlay, useOverlay } from '../session/menu.ts'
import { useOnceOpen } from '../ui/useOnceOpen.ts'

const SideMenu = lazy(async () => ({ default: (await import('../features/menu/SideMenu.tsx')).SideMenu }))
const SetupSheet = lazy(async () => ({
  default: (await import('../features/menu/SetupSheet.tsx')).SetupSheet,
}))
const JoinSheet = lazy(async () => ({ default: (await import('../features/join/JoinSheet.tsx')).JoinSheet }))

/** What opens over any screen, fetched when it is first asked for. */
export function Overlays() {
  const overlay = useOverlay()
  const joining = useJoinOpen()
  const menuOnce = useOnceOpen(overlay === 'menu')
  const setupOnce = useOnceOpen(overlay === 'setup')
  const joinOnce = useOnceOpen(joining)
  const close = () => openOverlay(null)
  return (
    <Suspense fallback={null}>
      {menuOnce && <SideMenu open={overlay === 'menu'} onClose={close} />}
      {setupOnce && <SetupSheet open={overlay === 'setup'} onClose={close} />}
      {joinOnce && <JoinSheet open={joining} onClose={closeJoin} />}
    </Suspense>
  )
}
