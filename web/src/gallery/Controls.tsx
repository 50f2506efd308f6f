import { useState } from 'react'
import { ActionTile } from '../ui/ActionTile.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Chips } from '../ui/Chips.tsx'
import { DirectionSwitch, type Direction } from '../ui/DirectionSwitch.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { ICONS, type IconName } from '../ui/icons.ts'
import { Logo } from '../ui/Logo.tsx'
import { RadioList } from '../ui/RadioList.tsx'
import { Segment } from '../ui/Segment.tsx'
import { SwitchRow } from '../ui/SwitchRow.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { Part } from './Part.tsx'
import { ignore } from './samples.ts'

const PERIODS = ['5M', '15M', '1H', '4H', '1D', '1W'].map((label) => ({ value: label, label }))
const LANGUAGES = [
  { value: 'en', label: 'English' },
  { value: 'ar', label: <bdi lang="ar">العربية</bdi>, note: 'Arabic' },
  { value: 'ja', label: <span lang="ja">日本語</span>, note: 'Japanese' },
]

/** Buttons, choices, icons. */
export function Controls() {
  const [tab, setTab] = useState('top')
  const [period, setPeriod] = useState('15M')
  const [network, setNetwork] = useState('eth')
  const [direction, setDirection] = useState<Direction>('up')
  const [language, setLanguage] = useState('en')
  const [on, setOn] = useState(true)
  const [star, setStar] = useState(true)
  return (
    <>
      <Part name="Tabs">
        <Tabs
          label="Markets"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'top', label: 'Top' },
            { value: 'watch', label: 'Watchlist' },
            { value: 'all', label: 'All' },
          ]}
        >
          <p className="py-3 text-13">Panel of {tab}</p>
        </Tabs>
      </Part>
      <Part name="ActionTile">
        <div className="grid grid-cols-4 gap-2">
          <ActionTile icon="receive" label="Receive" href="/r" onGo={ignore} primary />
          <ActionTile icon="send" label="Send" href="/s" onGo={ignore} />
          <ActionTile icon="swap" label="Swap" href="/w" onGo={ignore} />
          <ActionTile icon="gift" label="Invite" href="/i" onGo={ignore} />
        </div>
      </Part>
      <Part name="Button">
        <div className="grid grid-cols-2 gap-2.5">
          <Button tone="up">▲ Up</Button>
          <Button tone="down">▼ Down</Button>
          <Button tone="quiet">Quiet</Button>
          <Button>Primary</Button>
          <Button busy>Busy</Button>
          <Button disabled>Disabled</Button>
          <Button size="medium" icon="download">
            Download receipt
          </Button>
          <Button size="small" tone="wrong">
            Delete
          </Button>
          <Button size="small" tone="plain" icon="external">
            More
          </Button>
        </div>
      </Part>
      <Part name="Segment, Chips, DirectionSwitch">
        <Segment label="Period" choices={PERIODS} value={period} onChange={setPeriod} />
        <Chips
          label="Network"
          shape="round"
          value={network}
          onChange={setNetwork}
          choices={[
            { value: 'eth', label: 'Ethereum' },
            { value: 'trx', label: 'Tron' },
            { value: 'off', label: 'Closed', disabled: true },
          ]}
        />
        <DirectionSwitch
          label="Direction"
          upLabel="Up"
          downLabel="Down"
          value={direction}
          onChange={setDirection}
        />
      </Part>
      <Part name="RadioList, SwitchRow">
        <RadioList label="Language" choices={LANGUAGES} value={language} onChange={setLanguage} />
        <div>
          <SwitchRow label="Price alerts" note="A price or a percentage" checked={on} onChange={setOn} />
          <SwitchRow label="Security" note="Cannot be muted" checked disabled onChange={ignore} />
          <SwitchRow label="News" checked={false} onChange={ignore} />
        </div>
      </Part>
      <Part name="Badge, Logo, Icon, IconButton">
        <div className="flex flex-wrap items-center gap-2">
          <Badge>Simulated account</Badge>
          <Badge tone="up">won</Badge>
          <Badge tone="down">lost</Badge>
          <Badge tone="wrong">failed</Badge>
          <Badge tone="brand" dot={false}>
            new
          </Badge>
          <Badge tone="plain">void</Badge>
          <Logo title="Tickmark" />
        </div>
        <div className="flex flex-wrap gap-2">
          {(Object.keys(ICONS) as IconName[]).map((name) => (
            <Icon key={name} name={name} />
          ))}
          <Icon name="star" filled className="text-brand" />
        </div>
        <div className="flex">
          <IconButton icon="star" label="Watch" pressed={star} onClick={() => setStar(!star)} />
          <IconButton icon="back" label="Back" />
          <IconButton icon="bell" label="Messages, 3 unread" dot />
          <IconButton icon="gear" label="Setup" disabled />
        </div>
      </Part>
    </>
  )
}
