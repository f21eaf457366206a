type Placed = { position: number }

/** The deliveries and the pickups of a run in one order. With the same position, the delivery comes first. */
export const inOneOrder = <Stop extends Placed, Pickup extends Placed>(
  stops: readonly Stop[],
  pickups: readonly Pickup[],
): (Stop | Pickup)[] => [...stops, ...pickups].sort((one, other) => one.position - other.position)
