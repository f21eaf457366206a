import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconExclamationCircle, IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import { priceVersionPublish } from '@/api/generated/endpoints/prices/prices'
import type { PriceVersion } from '@/api/schema'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import { useValidity } from '../useValidity'
import { refreshVersion } from '../useVersionActions'

type PublishProps = { version: PriceVersion; errors: number; warnings: number }

/** The result of the check, and the button that makes a draft valid. Warnings need a yes. */
export function Publish({ version, errors, warnings }: PublishProps) {
  const { t } = useTranslation('price-parts')
  const [accepted, setAccepted] = useState(false)
  const { publish, failure, isPending } = usePublish(version)
  const look =
    errors > 0
      ? {
          color: 'red',
          icon: <IconExclamationCircle aria-hidden />,
          title: t('check.errors', { count: errors }),
        }
      : warnings > 0
        ? {
            color: 'orange',
            icon: <IconAlertTriangle aria-hidden />,
            title: t('check.warnings', { count: warnings }),
          }
        : { color: 'teal', icon: <IconCircleCheck aria-hidden />, title: t('check.clean') }
  return (
    <Stack gap="sm" mb="md">
      <Alert {...look}>
        {errors > 0 ? t('check.errorsText') : t('check.readyText')}
        {errors === 0 && warnings > 0 && (
          <Checkbox
            mt="sm"
            label={t('check.accept')}
            checked={accepted}
            onChange={(event) => setAccepted(event.currentTarget.checked)}
          />
        )}
      </Alert>
      {failure !== undefined && (
        <Alert color="red" role="alert" icon={<IconExclamationCircle aria-hidden />}>
          {failure}
        </Alert>
      )}
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          {t('check.frozen')}
        </Text>
        <Button
          leftSection={<IconSend size={16} aria-hidden />}
          loading={isPending}
          disabled={!version.can.publish || errors > 0 || (warnings > 0 && !accepted)}
          onClick={() => void publish(accepted)}
        >
          {t('publish.action')}
        </Button>
      </Group>
    </Stack>
  )
}

function usePublish(version: PriceVersion) {
  const { t } = useTranslation('price-parts')
  const queryClient = useQueryClient()
  const validity = useValidity()
  const [failure, setFailure] = useState<string>()
  const [isPending, setPending] = useState(false)

  async function send(accept_warnings: boolean) {
    setPending(true)
    try {
      const { data } = await priceVersionPublish(version.id, { version: version.version, accept_warnings })
      refreshVersion(queryClient, data)
      notify.success(t('publish.done', { number: data.number }))
    } catch (error) {
      // A refused day has no field here.
      setFailure(Object.values(fieldTexts(error))[0] ?? errorText(error))
    } finally {
      setPending(false)
    }
  }

  return {
    failure,
    isPending,
    async publish(accepted: boolean) {
      setFailure(undefined)
      const goes = await confirm({
        title: t('publish.title', { number: version.number }),
        text: t('publish.text', { days: validity(version) }),
        action: t('publish.action'),
      })
      if (goes) await send(accepted)
    },
  }
}
