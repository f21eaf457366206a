import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import { IconDots, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RegulatoryRecordKind, RegulatoryRequest } from '@/api/schema'
import { useProfile } from '@/context/session'
import { refusalText } from '@/shared/regulatory/status'
import { useRegulatoryStep } from '@/shared/regulatory/useRegulatoryStep'
import { RecordDialog } from './RecordDialog'
import { useDeleteRequest } from './useDeleteRequest'
import { useResend } from './useResend'

type StepButtonsProps = { request: RegulatoryRequest; onChanged(saved: RegulatoryRequest): void }

/** The steps that are possible now: the next one as a button, the others in a menu. */
export function StepButtons({ request, onChanged }: StepButtonsProps) {
  const { t } = useTranslation(['regulatory', 'regulatory-requests', 'codes'])
  const { can: user } = useProfile()
  const step = useRegulatoryStep(onChanged)
  const [kind, setKind] = useState<RegulatoryRecordKind>()
  const { can } = request
  if (!user['regulatory_request.change_status']) return null
  return (
    <>
      <Tooltip
        label={refusalText(request.request_refusal, t)}
        disabled={can.request}
        events={{ hover: true, focus: true, touch: true }}
        multiline
        maw={320}
      >
        <Button
          leftSection={<IconSend size={16} aria-hidden />}
          data-disabled={!can.request || undefined}
          aria-disabled={!can.request || undefined}
          onClick={can.request ? () => step.request(request) : undefined}
        >
          {t('action.request')}
        </Button>
      </Tooltip>
      <More request={request} onRecord={setKind} step={step} />
      <RecordDialog request={request} kind={kind} onClose={() => setKind(undefined)} onSaved={onChanged} />
    </>
  )
}

type MoreProps = {
  request: RegulatoryRequest
  onRecord(kind: RegulatoryRecordKind): void
  step: ReturnType<typeof useRegulatoryStep>
}

const RECORDED = ['file', 'demand', 'answer', 'reject'] as const

function More({ request, onRecord, step }: MoreProps) {
  const { t } = useTranslation(['regulatory', 'regulatory-requests'])
  const resend = useResend()
  const remove = useDeleteRequest()
  const { can } = request
  const isEmpty = ![
    can.cancel,
    can.complete,
    can.resend,
    can.delete,
    ...RECORDED.map((recorded) => can[recorded]),
  ].some(Boolean)
  if (isEmpty) return null
  return (
    <Menu position="bottom-end" width="max-content">
      <Menu.Target>
        <ActionIcon size="lg" variant="default" aria-label={t('regulatory-requests:more')}>
          <IconDots size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {RECORDED.filter((recorded) => can[recorded]).map((recorded) => (
          <Menu.Item key={recorded} onClick={() => onRecord(recorded)}>
            {t(`regulatory-requests:record.action.${recorded}`)}
          </Menu.Item>
        ))}
        {can.resend && <Menu.Item onClick={() => resend(request)}>{t('action.resend')}</Menu.Item>}
        {can.cancel && <Menu.Item onClick={() => step.cancel(request)}>{t('action.cancel')}</Menu.Item>}
        {can.complete && <Menu.Item onClick={() => step.complete(request)}>{t('action.complete')}</Menu.Item>}
        {can.delete && (
          <Menu.Item color="red" onClick={() => remove(request)}>
            {t('regulatory-requests:delete.action')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
