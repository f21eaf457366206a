import { Button, Group } from '@mantine/core'
import { IconMapPin, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccountAddressList } from '@/api/generated/endpoints/my-account/my-account'
import type { AccountAddress } from '@/api/schema'
import { useChoices } from '@/api/useChoices'
import { EmptyState } from '@/ui/EmptyState'
import { LoadFailure } from '@/ui/LoadFailure'
import { TabPending } from '../TabPending'
import { AddressDialog } from './AddressDialog'
import classes from './Addresses.module.css'
import { AddressItem } from './AddressItem'

/** The addresses somebody keeps, the default first. */
export default function AddressesTab() {
  const { t } = useTranslation('account')
  const result = useAccountAddressList({ query: { staleTime: 0 } })
  const { data: choices, error, refetch: retry } = useChoices()
  const [open, setOpen] = useState<AccountAddress | 'new'>()
  const addresses = result.data?.data
  if (!addresses || !choices) {
    const failed = result.error ?? error
    if (!failed) return <TabPending />
    const again = () => Promise.all([result.refetch(), retry()])
    return (
      <LoadFailure
        title={t('addresses.failed')}
        result={{ error: failed, isFetching: result.isFetching, refetch: again }}
      />
    )
  }
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen('new')}>
      {t('addresses.add')}
    </Button>
  )
  return (
    <>
      {addresses.length === 0 ? (
        <EmptyState
          icon={IconMapPin}
          title={t('addresses.empty')}
          text={t('addresses.emptyText')}
          action={add}
        />
      ) : (
        <>
          <Group justify="flex-end" my="md">
            {add}
          </Group>
          <ul className={classes.list}>
            {addresses.map((address) => (
              <AddressItem key={address.id} address={address} onEdit={() => setOpen(address)} />
            ))}
          </ul>
        </>
      )}
      <AddressDialog open={open} choices={choices} onClose={() => setOpen(undefined)} />
    </>
  )
}
