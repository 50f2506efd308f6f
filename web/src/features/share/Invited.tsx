import { useTranslation } from '../../i18n/useTranslation.ts'
import { shortAddress } from '@tickmark/wire/texts/shortAddress'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { ListRow } from '@tickmark/ui/list/ListRow.tsx'
import { When } from '../../components/When.tsx'

interface Friend {
  address: string
  joinedAt: number
}

/** Users who joined with the user's code, latest first. */
export function Invited({ list }: { list: readonly Friend[] }) {
  const { t } = useTranslation('share')
  const latest = list.toSorted((one, other) => other.joinedAt - one.joinedAt)
  return (
    <section aria-label={t('invited.title')} className="pt-8">
      <h2 className="flex items-baseline gap-2 border-b border-rule pb-2 text-15 font-semibold">
        {t('invited.title')}
        {list.length > 0 && <span className="text-13 font-normal text-ink-3">{list.length}</span>}
      </h2>
      {list.length === 0 && <Empty icon="user" title={t('invited.none')} detail={t('invited.noneDetail')} />}
      <ul aria-label={t('invited.title')}>
        {latest.map((friend) => (
          <li key={`${friend.joinedAt} ${friend.address}`}>
            <ListRow
              leading={<Icon name="user" className="text-ink-2" />}
              title={
                <bdi dir="ltr" className="font-mono text-13">
                  {shortAddress(friend.address, 6, 4)}
                </bdi>
              }
              figureSub={<When atMs={friend.joinedAt} />}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
