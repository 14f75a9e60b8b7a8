//! Discord's close codes.

pub(crate) const UNKNOWN_OP: u16 = 4001;
pub(crate) const NOT_JSON: u16 = 4002;
pub(crate) const NOT_IDENTIFIED: u16 = 4003;
pub(crate) const BAD_TOKEN: u16 = 4004;
pub(crate) const IDENTIFIED: u16 = 4005;
pub(crate) const TOO_MANY: u16 = 4008;
pub(crate) const SILENT: u16 = 4009;
pub(crate) const BAD_SHARD: u16 = 4010;
pub(crate) const TOO_FEW_SHARDS: u16 = 4011;
pub(crate) const BAD_INTENTS: u16 = 4013;

/// After these a client may reconnect to its session. *Opcodes and Status Codes*.
pub(crate) const CAN_RESUME: [u16; 5] =
    [UNKNOWN_OP, NOT_JSON, NOT_IDENTIFIED, IDENTIFIED, TOO_MANY];
