import { Anchor, Text } from '@mantine/core'
import { IconMapPin, IconPhone } from '@tabler/icons-react'
import type { FieldPickup, FieldStop } from '@/api/schema'
import { useStreet } from '@/api/usePlaces'
import { PhoneLink } from '@/blocks/PhoneLink'

/** The address as a link to the map of the phone, and the telephone. */
export function StopAddress({ stop }: { stop: FieldStop | FieldPickup }) {
  const streetOf = useStreet()
  const place = [stop.postcode, stop.city].filter(Boolean).join(' ')
  const lines = [streetOf(stop), stop.address_2, place].filter(Boolean)
  const isPlaced = 'latitude' in stop && stop.latitude !== null
  const point = isPlaced ? `${stop.latitude},${stop.longitude}` : '0,0'
  return (
    <>
      <Anchor href={`geo:${point}?q=${encodeURIComponent(lines.join(', '))}`} size="lg">
        <IconMapPin size={18} aria-hidden /> {lines.join(' · ')}
      </Anchor>
      {stop.phone && (
        <Text mt="xs">
          <PhoneLink number={stop.phone} icon={<IconPhone size={18} aria-hidden />} />
        </Text>
      )}
    </>
  )
}
