/** A shift as the API answers it, for the controls that read shifts. */
const timestamp = { type: 'string', format: 'date-time' };
const optionalInteger = { type: ['integer', 'null'] };

export const shiftSchema = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    organization_id: { type: 'integer' },
    program_id: { type: 'integer' },
    mission_id: { type: 'integer' },
    title: { type: 'string' },
    description: { type: 'string' },
    location: { type: 'string' },
    start_time: timestamp,
    end_time: timestamp,
    time_zone: { type: 'string' },
    requires_approval: { type: 'boolean' },
    status: { type: 'string' },
    roles: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'integer' },
          key: { type: 'string' },
          name: { type: 'string' },
          capacity: optionalInteger,
          minimum: optionalInteger,
          signup_count: { type: 'integer' },
          spots_left: optionalInteger,
        },
      },
    },
    series_id: optionalInteger,
    created_at: timestamp,
    updated_at: timestamp,
    capacity: optionalInteger,
    minimum: optionalInteger,
    waitlist_capacity: optionalInteger,
    signup_count: { type: 'integer' },
    pending_count: { type: 'integer' },
    waitlist_count: { type: 'integer' },
    spots_left: optionalInteger,
  },
};

const roles = `case when s.roles = '[]' then s.roles else (
  select jsonb_agg(jsonb_build_object('id', role.id, 'key', role.key, 'name', role.name, 'capacity', role.capacity,
    'minimum', role.minimum, 'signup_count', role.active, 'spots_left', case when role.capacity is not null or seats.capacity is not null then greatest(0,
      least(role.capacity - role.taken, seats.capacity - seats.active - seats.pending - seats.offered)) end)
    order by role.position)
  from shift_roles role where role.shift_id = s.id) end`;

export const shiftColumns = `s.id, s.organization_id, s.program_id, s.mission_id, s.title, s.description, s.location,
  s.start_time, s.end_time, s.time_zone, s.requires_approval, s.status, ${roles} as roles, s.series_id, s.created_at, s.updated_at,
  seats.capacity, seats.minimum, seats.waitlist_capacity, seats.active as signup_count, seats.pending as pending_count,
  seats.waitlisted as waitlist_count,
  greatest(0, seats.capacity - seats.active - seats.pending - seats.offered) as spots_left
  from shifts s join shift_seats seats on seats.shift_id = s.id`;
