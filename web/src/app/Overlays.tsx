import { lazy, Suspense, type ComponentType } from 'react'
import { loadRestOfEnglish } from '../i18n.ts'
import { closeJoin, useJoinOpen } from '../session/join.ts'
import { openOverlay, useOverlay } from '../session/menu.ts'
import { useOnceOpen } from '../ui/useOnceOpen.ts'
import { RealityChecks } from './RealityChecks.tsx'

const SideMenu = overlay(() => import('../features/menu/SideMenu.tsx').then((module) => module.SideMenu))
const SetupSheet = overlay(() =>
  import('../features/menu/SetupSheet.tsx').then((module) => module.SetupSheet),
)
const ChatSheet = overlay(() =>
  import('../features/support/ChatSheet.tsx').then((module) => module.ChatSheet),
)
const JoinSheet = overlay(() => import('../features/join/JoinSheet.tsx').then((module) => module.JoinSheet))

/** What opens over any screen, fetched when it is first asked for. */
export function Overlays() {
  const overlay = useOverlay()
  const joining = useJoinOpen()
  const menuOnce = useOnceOpen(overlay === 'menu')
  const setupOnce = useOnceOpen(overlay === 'setup')
  const chatOnce = useOnceOpen(overlay === 'chat')
  const joinOnce = useOnceOpen(joining)
  const close = () => openOverlay(null)
  return (
    <Suspense fallback={null}>
      {menuOnce && <SideMenu open={overlay === 'menu'} onClose={close} />}
      {setupOnce && <SetupSheet open={overlay === 'setup'} onClose={close} />}
      {chatOnce && <ChatSheet open={overlay === 'chat'} onClose={close} />}
      {joinOnce && <JoinSheet open={joining} onClose={closeJoin} />}
      <RealityChecks />
    </Suspense>
  )
}

interface OverlayProps {
  open: boolean
  onClose: () => void
}

function overlay(load: () => Promise<ComponentType<OverlayProps>>) {
  return lazy(async () => {
    const [Component] = await Promise.all([load(), loadRestOfEnglish()])
    return { default: Component }
  })
}
