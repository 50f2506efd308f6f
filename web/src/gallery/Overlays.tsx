import { useState } from 'react'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { ListRow } from '../ui/ListRow.tsx'
import { Icon } from '../ui/Icon.tsx'
import { MenuDrawer } from '../ui/MenuDrawer.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { toast } from '../ui/toast.ts'
import { CountdownSheet } from './CountdownSheet.tsx'
import { OrderForm } from './OrderForm.tsx'
import { Part } from './Part.tsx'
import { ignore } from './samples.ts'

/** Sheet, dialog, menu, toast. */
export function Overlays({ open }: { open: string | null }) {
  const [shown, setShown] = useState(open)
  const [asking, setAsking] = useState(open === 'confirm')
  const close = () => setShown(null)
  return (
    <Part name="Sheet, ConfirmDialog, MenuDrawer, toast">
      <div className="grid grid-cols-2 gap-2">
        <Button size="medium" tone="quiet" onClick={() => setShown('sheet')}>
          Order sheet
        </Button>
        <Button size="medium" tone="quiet" onClick={() => setShown('countdown')}>
          Countdown
        </Button>
        <Button size="medium" tone="quiet" onClick={() => setShown('side')}>
          Side sheet
        </Button>
        <Button size="medium" tone="quiet" onClick={() => setAsking(true)}>
          Confirm
        </Button>
        <Button size="medium" tone="quiet" onClick={() => setShown('menu')}>
          Menu
        </Button>
        <Button
          size="medium"
          tone="quiet"
          onClick={() => toast('Network failure, please try again later', { tone: 'wrong' })}
        >
          Toast
        </Button>
      </div>
      <Sheet
        open={shown === 'sheet'}
        onClose={close}
        title={<bdi dir="ltr">BTC/USDT · 67,412.50</bdi>}
        trailing={<Badge>Simulated</Badge>}
        footer={
          <Button wide onClick={() => setAsking(true)}>
            Place order
          </Button>
        }
      >
        <OrderForm />
      </Sheet>
      <CountdownSheet open={shown === 'countdown'} onClose={close} />
      <Sheet open={shown === 'side'} onClose={close} title="Details" place="side">
        <p>It slides in from where lines end.</p>
      </Sheet>
      <ConfirmDialog
        open={asking}
        title="Place this order?"
        yesLabel="Yes"
        noLabel="No"
        onYes={() => {
          setAsking(false)
          close()
          toast('Order placed', { tone: 'good' })
        }}
        onNo={() => setAsking(false)}
      >
        Up for 1 min with 250 USDT. You win 435 USDT above 67,391.31, else you lose your stake.
      </ConfirmDialog>
      <MenuDrawer
        open={shown === 'menu'}
        onClose={close}
        title="Menu"
        header={<span className="font-mono text-12">0x71C765…d8976F</span>}
      >
        {(['user', 'share', 'chat', 'help', 'gear'] as const).map((icon) => (
          <ListRow key={icon} leading={<Icon name={icon} />} title={icon} onPress={ignore} chevron />
        ))}
      </MenuDrawer>
    </Part>
  )
}
