import { Button, Group } from '@mantine/core'
import { IconBuildingBank, IconDownload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  invalidateBankList,
  bankList as loadBanks,
  useBankImport,
  useBankList,
} from '@/api/generated/endpoints/parties/parties'
import { PAGED } from '@/api/record-query'
import type { Bank } from '@/api/schema'
import { ActiveTabs } from '@/blocks/ActiveBadge'
import { CreateLink, RecordList, useRecordMenu } from '@/blocks/RecordList'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { notify } from '@/ui/dialogs/notify'
import { useListParams } from '@/ui/table/useListParams'
import { bankColumns } from './columns'
import { bankList } from './list'
import { useBankSwitch } from './useBankSwitch'

const edit = ({ id }: Bank) => paths['banks.edit']({ id })

/** The banks of the company's and its clients' accounts. */
export function BanksPage() {
  const { t } = useTranslation('banks')
  const { t: common } = useTranslation()
  const list = useListParams(bankList)
  const columns = useMemo(() => bankColumns(t, common), [t, common])
  return (
    <RecordList
      title={t('title')}
      text={t('text')}
      action={<Ways />}
      tabs={<ActiveTabs list={list} />}
      search={t('search')}
      list={list}
      load={(page, options) => loadBanks({ ...list.query, ...page }, options)}
      result={useBankList(list.query, PAGED)}
      columns={columns}
      rowLabel={({ name }) => name}
      rowTo={edit}
      menu={useRecordMenu(edit, useBankSwitch())}
      empty={{ icon: IconBuildingBank, title: t('empty'), text: t('emptyText') }}
    />
  )
}

/** The ways in which banks come in: the list of Brazilian banks, and one by hand. */
function Ways() {
  const { t } = useTranslation('banks')
  const { can } = useProfile()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useBankImport({
    mutation: {
      onSuccess: ({ data }) => {
        void invalidateBankList(queryClient)
        notify.success(t('imported', { count: data.added }))
      },
      onError: notify.failure,
    },
  })
  return (
    <Group gap="sm">
      {can['bank.import'] && (
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={isPending}
          onClick={() => mutate()}
        >
          {t('import')}
        </Button>
      )}
      <CreateLink to={paths['banks.create']()} label={t('create')} allowed={can['bank.create']} />
    </Group>
  )
}
