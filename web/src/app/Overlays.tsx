import { Suspense } from 'react'
import { closeJoin, useJoinOpen } from '../session/joinSheet.ts'
import { openOverlay, useOverlay } from '../session/openSheets.ts'
import { useOnceOpen } from '@tickmark/ui/base/useOnceOpen.ts'
import { overlay } from './overlay.ts'
import { RealityChecks } from './RealityChecks.tsx'

const SideMenu = overlay(() => import('../features/menu/SideMenu.tsx').then((module) => module.SideMenu))
const SetupSheet = overlay(() =>
  import('../features/menu/SetupSheet.tsx').then((module) => module.SetupSheet),
)
const ChatSheet = overlay(() =>
  import('../features/chat/sheet/ChatSheet.tsx').then((module) => module.ChatSheet),
)
const JoinSheet = overlay(() => import('../features/join/JoinSheet.tsx').then((module) => module.JoinSheet))

/** Overlays that any screen can open; each is loaded when first opened. */
export function Overlays() {
  const shown = useOverlay()
  const joining = useJoinOpen()
  const menuOnce = useOnceOpen(shown === 'menu')
  const setupOnce = useOnceOpen(shown === 'setup')
  const chatOnce = useOnceOpen(shown === 'chat')
  const joinOnce = useOnceOpen(joining)
  const close = () => openOverlay(null)
  return (
    <Suspense fallback={null}>
      {menuOnce && <SideMenu open={shown === 'menu'} onClose={close} />}
      {setupOnce && <SetupSheet open={shown === 'setup'} onClose={close} />}
      {chatOnce && <ChatSheet open={shown === 'chat'} onClose={close} />}
      {joinOnce && <JoinSheet open={joining} onClose={closeJoin} />}
      <RealityChecks />
    </Suspense>
  )
}
