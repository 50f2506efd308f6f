import type { ReactNode } from 'react'
import { vi } from 'vitest'

/** Loads the code of sheets, menus and dialogs, and lets them draw their content in place: a portal draws nothing without a browser. */
export async function preloadPanels(): Promise<void> {
  vi.doMock('@base-ui/react/drawer', () => ({ Drawer: PARTS }))
  vi.doMock('@base-ui/react/alert-dialog', () => ({ AlertDialog: PARTS }))
  const panels = await import('./panels.ts')
  await panels.preloadPanels()
}

interface PartProps {
  open?: boolean
  children?: ReactNode
}

const Inside = ({ open = true, children }: PartProps) => (open ? children : null)
const PARTS = Object.fromEntries(
  'Root Portal Backdrop Viewport Popup Title Description Content VirtualKeyboardProvider'
    .split(' ')
    .map((name) => [name, Inside]),
)
