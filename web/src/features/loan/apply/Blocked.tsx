import { Button } from '@tickmark/ui/form/Button.tsx'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import type { Reply } from '../../../api/api.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { hrefTo } from '../../../navigation/hrefs.ts'
import { go } from '../../../navigation/navigate.ts'
import { toReal } from '../toReal.ts'

export type Block = NonNullable<Reply<'getLoanDraft'>['blocked']>

/** Why the user cannot apply now, in the server's words, and what he can do about it. */
export function Blocked({ blocked }: { blocked: Block }) {
  return (
    <div role="status" className="my-4 grid gap-3 rounded-3 bg-brand-wash px-4 py-3.5">
      <div className="flex gap-3">
        <Icon name="lock" className="mt-0.5 flex-none text-brand" />
        <p className="font-medium">{blocked.message}</p>
      </div>
      <WayOut code={blocked.code} />
    </div>
  )
}

function WayOut({ code }: { code: Block['code'] }) {
  const { t } = useTranslation('loans')
  switch (code) {
    case 'loan_account_simulated':
      return <Way label={t('blocked.toReal')} onGo={toReal} />
    case 'loan_open':
      return <Way label={t('blocked.toLoans')} onGo={() => go(hrefTo.loans())} />
    case 'on_break':
    case 'excluded':
      return <Way label={t('limits:toLimits')} onGo={() => go(hrefTo.limits())} />
    case 'loans_closed':
      return null
  }
}

function Way({ label, onGo }: { label: string; onGo: () => void }) {
  return (
    <Button size="medium" tone="quiet" onClick={onGo} className="justify-self-start">
      {label}
    </Button>
  )
}
