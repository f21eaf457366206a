import { Badge, Button, Group, Paper, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  invalidateAccountAddressList,
  useAccountAddressDelete,
  useAccountAddressUpdate,
} from '@/api/generated/endpoints/my-account/my-account'
import type { AccountAddress } from '@/api/schema'
import { useCountryName } from '@/api/useCountryName'
import { useStreet } from '@/api/usePlaces'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import { stateBeside } from '@/ui/fields/address'
import { useOnce } from '@/ui/useOnce'
import classes from './Addresses.module.css'
import { addressOf, valuesOf } from './values'

export function AddressItem({ address, onEdit }: { address: AccountAddress; onEdit(): void }) {
  const { t } = useTranslation('account')
  const { label, is_default, can } = address
  return (
    <Paper component="li" withBorder radius="md" p="md" className={classes.address}>
      <Group gap="xs">
        <Text fw={600}>{label}</Text>
        {is_default && (
          <Badge variant="light" radius="sm" tt="none">
            {t('addresses.default')}
          </Badge>
        )}
      </Group>
      <Lines address={address} />
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          disabled={!can.update}
          aria-label={t('addresses.editNamed', { label })}
          onClick={onEdit}
        >
          {t('addresses.edit')}
        </Button>
        {!is_default && <MakeDefault address={address} />}
        <Remove address={address} />
      </Group>
    </Paper>
  )
}

/** As an envelope would have it. */
function Lines({ address }: { address: AccountAddress }) {
  const country = useCountryName()
  const streetOf = useStreet()
  const joined = (by: string, ...parts: (string | null)[]) => parts.filter(Boolean).join(by)
  const lines = [
    streetOf(address),
    address.address_2,
    joined(', ', joined(' ', address.postcode, address.city), stateBeside(address.city, address.state)),
    country(address.country_id),
  ]
  return (
    <address className={classes.lines}>
      {lines.filter(Boolean).map((line) => (
        <span key={line}>{line}</span>
      ))}
    </address>
  )
}

function MakeDefault({ address }: { address: AccountAddress }) {
  const { t } = useTranslation('account')
  const { label, id, version } = address
  const queryClient = useQueryClient()
  const update = useAccountAddressUpdate({
    mutation: {
      onSuccess: () => notify.success(t('addresses.isDefault', { label })),
      onError: notify.failure,
      // Also after a refusal: somebody has changed them.
      onSettled: () => invalidateAccountAddressList(queryClient),
    },
  })
  const updateOnce = useOnce(update)
  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={!address.can.update}
      loading={update.isPending}
      aria-label={t('addresses.makeDefaultNamed', { label })}
      onClick={() => updateOnce({ id, data: { ...addressOf(valuesOf(address)), is_default: true, version } })}
    >
      {t('addresses.makeDefault')}
    </Button>
  )
}

function Remove({ address }: { address: AccountAddress }) {
  const { t } = useTranslation('account')
  const { label, id, can } = address
  const queryClient = useQueryClient()
  const remove = useAccountAddressDelete()

  async function ask() {
    const done = await confirm({
      title: t('addresses.deleteTitle', { label }),
      text: t('addresses.deleteText'),
      action: t('addresses.delete'),
      danger: true,
      run: async () => {
        await remove.mutateAsync({ id })
        await invalidateAccountAddressList(queryClient)
      },
    })
    if (done) notify.success(t('addresses.deleted', { label }))
  }

  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={!can.delete}
      aria-label={t('addresses.deleteNamed', { label })}
      onClick={() => void ask()}
    >
      {t('addresses.delete')}
    </Button>
  )
}
