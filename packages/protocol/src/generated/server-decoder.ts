// @ts-nocheck
// Generated from proto/realtime.proto by `npm run generate`. Do not edit.
/*eslint-disable block-scoped-var, id-length, no-control-regex, no-magic-numbers, no-mixed-operators, no-prototype-builtins, no-redeclare, no-shadow, no-var, sort-vars, default-case, jsdoc/require-param*/
import $protobuf from "../runtime.js";

const $Reader = $protobuf.Reader, $util = $protobuf.util;
const $Object = $util.global.Object, $undefined = $util.global.undefined, $Error = $util.global.Error, $RangeError = $util.global.RangeError;

const $root = $protobuf.roots["undertone-ServerMessage-decode"] || ($protobuf.roots["undertone-ServerMessage-decode"] = {});

const undertone = $root.undertone = (() => {

    const undertone = {};

    undertone.v1 = (function() {

        const v1 = {};

        v1.ServerMessage = (function() {

            const ServerMessage = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            ServerMessage.prototype.seq = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            ServerMessage.prototype.ack = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            ServerMessage.prototype.generation = 0;
            ServerMessage.prototype.audioPos = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            ServerMessage.prototype.sessionReady = null;
            ServerMessage.prototype.resumed = null;
            ServerMessage.prototype.audioAck = null;
            ServerMessage.prototype.turnStart = null;
            ServerMessage.prototype.turnUpdate = null;
            ServerMessage.prototype.turnEnd = null;
            ServerMessage.prototype.directive = null;
            ServerMessage.prototype.toneShift = null;
            ServerMessage.prototype.agentSteering = null;
            ServerMessage.prototype.sessionPrediction = null;
            ServerMessage.prototype.kpiPredictions = null;
            ServerMessage.prototype.alert = null;
            ServerMessage.prototype.speakerChange = null;
            ServerMessage.prototype.newSpeaker = null;
            ServerMessage.prototype.identityResolved = null;
            ServerMessage.prototype.overlap = null;
            ServerMessage.prototype.enrollAgentAck = null;
            ServerMessage.prototype.sessionUpdated = null;
            ServerMessage.prototype.paused = null;
            ServerMessage.prototype.resumedAnalysis = null;
            ServerMessage.prototype.flushed = null;
            ServerMessage.prototype.warning = null;
            ServerMessage.prototype.usage = null;
            ServerMessage.prototype.stats = null;
            ServerMessage.prototype.goAway = null;
            ServerMessage.prototype.snapshot = null;
            ServerMessage.prototype.observerJoined = null;
            ServerMessage.prototype.observerLeft = null;
            ServerMessage.prototype.error = null;
            ServerMessage.prototype.sessionEnd = null;
            ServerMessage.prototype.pong = null;

            let $oneOfFields;

            $Object.defineProperty(ServerMessage.prototype, "body", {
                get: $util.oneOfGetter($oneOfFields = ["sessionReady", "resumed", "audioAck", "turnStart", "turnUpdate", "turnEnd", "directive", "toneShift", "agentSteering", "sessionPrediction", "kpiPredictions", "alert", "speakerChange", "newSpeaker", "identityResolved", "overlap", "enrollAgentAck", "sessionUpdated", "paused", "resumedAnalysis", "flushed", "warning", "usage", "stats", "goAway", "snapshot", "observerJoined", "observerLeft", "error", "sessionEnd", "pong"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            ServerMessage.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.ServerMessage();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.seq = value;
                            else
                                delete message.seq;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.ack = value;
                            else
                                delete message.ack;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.generation = value;
                            else
                                delete message.generation;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.audioPos = value;
                            else
                                delete message.audioPos;
                            continue;
                        }
                    case 10: {
                            if (wireType !== 2)
                                break;
                            message.sessionReady = $root.undertone.v1.SessionReady.decode(reader, reader.size(), $undefined, _depth + 1, message.sessionReady);
                            message.body = "sessionReady";
                            continue;
                        }
                    case 11: {
                            if (wireType !== 2)
                                break;
                            message.resumed = $root.undertone.v1.Resumed.decode(reader, reader.size(), $undefined, _depth + 1, message.resumed);
                            message.body = "resumed";
                            continue;
                        }
                    case 12: {
                            if (wireType !== 2)
                                break;
                            message.audioAck = $root.undertone.v1.AudioAck.decode(reader, reader.size(), $undefined, _depth + 1, message.audioAck);
                            message.body = "audioAck";
                            continue;
                        }
                    case 13: {
                            if (wireType !== 2)
                                break;
                            message.turnStart = $root.undertone.v1.TurnStart.decode(reader, reader.size(), $undefined, _depth + 1, message.turnStart);
                            message.body = "turnStart";
                            continue;
                        }
                    case 14: {
                            if (wireType !== 2)
                                break;
                            message.turnUpdate = $root.undertone.v1.TurnUpdate.decode(reader, reader.size(), $undefined, _depth + 1, message.turnUpdate);
                            message.body = "turnUpdate";
                            continue;
                        }
                    case 15: {
                            if (wireType !== 2)
                                break;
                            message.turnEnd = $root.undertone.v1.TurnEnd.decode(reader, reader.size(), $undefined, _depth + 1, message.turnEnd);
                            message.body = "turnEnd";
                            continue;
                        }
                    case 16: {
                            if (wireType !== 2)
                                break;
                            message.directive = $root.undertone.v1.Directive.decode(reader, reader.size(), $undefined, _depth + 1, message.directive);
                            message.body = "directive";
                            continue;
                        }
                    case 17: {
                            if (wireType !== 2)
                                break;
                            message.toneShift = $root.undertone.v1.ToneShift.decode(reader, reader.size(), $undefined, _depth + 1, message.toneShift);
                            message.body = "toneShift";
                            continue;
                        }
                    case 18: {
                            if (wireType !== 2)
                                break;
                            message.agentSteering = $root.undertone.v1.AgentSteering.decode(reader, reader.size(), $undefined, _depth + 1, message.agentSteering);
                            message.body = "agentSteering";
                            continue;
                        }
                    case 19: {
                            if (wireType !== 2)
                                break;
                            message.sessionPrediction = $root.undertone.v1.SessionPrediction.decode(reader, reader.size(), $undefined, _depth + 1, message.sessionPrediction);
                            message.body = "sessionPrediction";
                            continue;
                        }
                    case 20: {
                            if (wireType !== 2)
                                break;
                            message.kpiPredictions = $root.undertone.v1.KpiPredictions.decode(reader, reader.size(), $undefined, _depth + 1, message.kpiPredictions);
                            message.body = "kpiPredictions";
                            continue;
                        }
                    case 21: {
                            if (wireType !== 2)
                                break;
                            message.alert = $root.undertone.v1.Alert.decode(reader, reader.size(), $undefined, _depth + 1, message.alert);
                            message.body = "alert";
                            continue;
                        }
                    case 22: {
                            if (wireType !== 2)
                                break;
                            message.speakerChange = $root.undertone.v1.SpeakerChange.decode(reader, reader.size(), $undefined, _depth + 1, message.speakerChange);
                            message.body = "speakerChange";
                            continue;
                        }
                    case 23: {
                            if (wireType !== 2)
                                break;
                            message.newSpeaker = $root.undertone.v1.NewSpeaker.decode(reader, reader.size(), $undefined, _depth + 1, message.newSpeaker);
                            message.body = "newSpeaker";
                            continue;
                        }
                    case 24: {
                            if (wireType !== 2)
                                break;
                            message.identityResolved = $root.undertone.v1.IdentityResolved.decode(reader, reader.size(), $undefined, _depth + 1, message.identityResolved);
                            message.body = "identityResolved";
                            continue;
                        }
                    case 25: {
                            if (wireType !== 2)
                                break;
                            message.overlap = $root.undertone.v1.Overlap.decode(reader, reader.size(), $undefined, _depth + 1, message.overlap);
                            message.body = "overlap";
                            continue;
                        }
                    case 26: {
                            if (wireType !== 2)
                                break;
                            message.enrollAgentAck = $root.undertone.v1.EnrollAgentAck.decode(reader, reader.size(), $undefined, _depth + 1, message.enrollAgentAck);
                            message.body = "enrollAgentAck";
                            continue;
                        }
                    case 27: {
                            if (wireType !== 2)
                                break;
                            message.sessionUpdated = $root.undertone.v1.SessionUpdated.decode(reader, reader.size(), $undefined, _depth + 1, message.sessionUpdated);
                            message.body = "sessionUpdated";
                            continue;
                        }
                    case 28: {
                            if (wireType !== 2)
                                break;
                            message.paused = $root.undertone.v1.Paused.decode(reader, reader.size(), $undefined, _depth + 1, message.paused);
                            message.body = "paused";
                            continue;
                        }
                    case 29: {
                            if (wireType !== 2)
                                break;
                            message.resumedAnalysis = $root.undertone.v1.ResumedAnalysis.decode(reader, reader.size(), $undefined, _depth + 1, message.resumedAnalysis);
                            message.body = "resumedAnalysis";
                            continue;
                        }
                    case 30: {
                            if (wireType !== 2)
                                break;
                            message.flushed = $root.undertone.v1.Flushed.decode(reader, reader.size(), $undefined, _depth + 1, message.flushed);
                            message.body = "flushed";
                            continue;
                        }
                    case 31: {
                            if (wireType !== 2)
                                break;
                            message.warning = $root.undertone.v1.Warning.decode(reader, reader.size(), $undefined, _depth + 1, message.warning);
                            message.body = "warning";
                            continue;
                        }
                    case 32: {
                            if (wireType !== 2)
                                break;
                            message.usage = $root.undertone.v1.Usage.decode(reader, reader.size(), $undefined, _depth + 1, message.usage);
                            message.body = "usage";
                            continue;
                        }
                    case 33: {
                            if (wireType !== 2)
                                break;
                            message.stats = $root.undertone.v1.Stats.decode(reader, reader.size(), $undefined, _depth + 1, message.stats);
                            message.body = "stats";
                            continue;
                        }
                    case 34: {
                            if (wireType !== 2)
                                break;
                            message.goAway = $root.undertone.v1.GoAway.decode(reader, reader.size(), $undefined, _depth + 1, message.goAway);
                            message.body = "goAway";
                            continue;
                        }
                    case 35: {
                            if (wireType !== 2)
                                break;
                            message.snapshot = $root.undertone.v1.Snapshot.decode(reader, reader.size(), $undefined, _depth + 1, message.snapshot);
                            message.body = "snapshot";
                            continue;
                        }
                    case 36: {
                            if (wireType !== 2)
                                break;
                            message.observerJoined = $root.undertone.v1.ObserverJoined.decode(reader, reader.size(), $undefined, _depth + 1, message.observerJoined);
                            message.body = "observerJoined";
                            continue;
                        }
                    case 37: {
                            if (wireType !== 2)
                                break;
                            message.observerLeft = $root.undertone.v1.ObserverLeft.decode(reader, reader.size(), $undefined, _depth + 1, message.observerLeft);
                            message.body = "observerLeft";
                            continue;
                        }
                    case 38: {
                            if (wireType !== 2)
                                break;
                            message.error = $root.undertone.v1.Error.decode(reader, reader.size(), $undefined, _depth + 1, message.error);
                            message.body = "error";
                            continue;
                        }
                    case 39: {
                            if (wireType !== 2)
                                break;
                            message.sessionEnd = $root.undertone.v1.SessionEnded.decode(reader, reader.size(), $undefined, _depth + 1, message.sessionEnd);
                            message.body = "sessionEnd";
                            continue;
                        }
                    case 40: {
                            if (wireType !== 2)
                                break;
                            message.pong = $root.undertone.v1.Pong.decode(reader, reader.size(), $undefined, _depth + 1, message.pong);
                            message.body = "pong";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return ServerMessage;
        })();

        v1.Subject = (function() {
            const valuesById = $Object.create(null), values = $Object.create(valuesById);
            values[valuesById[0] = "SUBJECT_UNSPECIFIED"] = 0;
            values[valuesById[1] = "SUBJECT_CUSTOMER"] = 1;
            values[valuesById[2] = "SUBJECT_AGENT"] = 2;
            values[valuesById[3] = "SUBJECT_SELF"] = 3;
            values[valuesById[4] = "SUBJECT_UNKNOWN"] = 4;
            return values;
        })();

        v1.Encoding = (function() {
            const valuesById = $Object.create(null), values = $Object.create(valuesById);
            values[valuesById[0] = "ENCODING_UNSPECIFIED"] = 0;
            values[valuesById[1] = "ENCODING_PCM_S16LE"] = 1;
            values[valuesById[2] = "ENCODING_PCM_F32LE"] = 2;
            values[valuesById[3] = "ENCODING_MULAW"] = 3;
            values[valuesById[4] = "ENCODING_ALAW"] = 4;
            values[valuesById[5] = "ENCODING_OPUS"] = 5;
            return values;
        })();

        v1.PauseReason = (function() {
            const valuesById = $Object.create(null), values = $Object.create(valuesById);
            values[valuesById[0] = "PAUSE_REASON_UNSPECIFIED"] = 0;
            values[valuesById[1] = "PAUSE_REASON_HOLD"] = 1;
            values[valuesById[2] = "PAUSE_REASON_PAYMENT_DATA"] = 2;
            values[valuesById[3] = "PAUSE_REASON_CONSENT_WITHDRAWN"] = 3;
            values[valuesById[4] = "PAUSE_REASON_BREAK"] = 4;
            return values;
        })();

        v1.Provenance = (function() {
            const valuesById = $Object.create(null), values = $Object.create(valuesById);
            values[valuesById[0] = "PROVENANCE_UNSPECIFIED"] = 0;
            values[valuesById[1] = "PROVENANCE_EDGE"] = 1;
            values[valuesById[2] = "PROVENANCE_SERVER"] = 2;
            values[valuesById[3] = "PROVENANCE_FUSED"] = 3;
            return values;
        })();

        v1.SteeringMode = (function() {
            const valuesById = $Object.create(null), values = $Object.create(valuesById);
            values[valuesById[0] = "STEERING_MODE_UNSPECIFIED"] = 0;
            values[valuesById[1] = "STEERING_MODE_NORMAL"] = 1;
            values[valuesById[2] = "STEERING_MODE_CALLER_ESCALATING"] = 2;
            values[valuesById[3] = "STEERING_MODE_MIRROR_CALM"] = 3;
            values[valuesById[4] = "STEERING_MODE_AGENT_OVERHEATED"] = 4;
            return values;
        })();

        v1.GoAwayReason = (function() {
            const valuesById = $Object.create(null), values = $Object.create(valuesById);
            values[valuesById[0] = "GO_AWAY_REASON_UNSPECIFIED"] = 0;
            values[valuesById[1] = "GO_AWAY_REASON_DEPLOY"] = 1;
            values[valuesById[2] = "GO_AWAY_REASON_MAX_DURATION"] = 2;
            values[valuesById[3] = "GO_AWAY_REASON_REBALANCE"] = 3;
            return values;
        })();

        v1.Channel = (function() {

            const Channel = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Channel.prototype.id = null;
            Channel.prototype.subject = null;
            Channel.prototype.encoding = null;
            Channel.prototype.sampleRate = null;
            Channel.prototype.frameMs = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Channel.prototype, "_id", {
                get: $util.oneOfGetter($oneOfFields = ["id"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Channel.prototype, "_subject", {
                get: $util.oneOfGetter($oneOfFields = ["subject"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Channel.prototype, "_encoding", {
                get: $util.oneOfGetter($oneOfFields = ["encoding"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Channel.prototype, "_sampleRate", {
                get: $util.oneOfGetter($oneOfFields = ["sampleRate"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Channel.prototype, "_frameMs", {
                get: $util.oneOfGetter($oneOfFields = ["frameMs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Channel.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.Channel();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            message.id = reader.stringVerify();
                            message._id = "id";
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            message.subject = reader.int32();
                            message._subject = "subject";
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            message.encoding = reader.int32();
                            message._encoding = "encoding";
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            message.sampleRate = reader.uint32();
                            message._sampleRate = "sampleRate";
                            continue;
                        }
                    case 5: {
                            if (wireType !== 0)
                                break;
                            message.frameMs = reader.uint32();
                            message._frameMs = "frameMs";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Channel;
        })();

        v1.ModelInfo = (function() {

            const ModelInfo = function (properties) {
                this.labels = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            ModelInfo.prototype.id = "";
            ModelInfo.prototype.version = "";
            ModelInfo.prototype.labels = $util.emptyArray;
            ModelInfo.prototype.calibration = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(ModelInfo.prototype, "_calibration", {
                get: $util.oneOfGetter($oneOfFields = ["calibration"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            ModelInfo.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.ModelInfo();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.id = value;
                            else
                                delete message.id;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.version = value;
                            else
                                delete message.version;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if (!(message.labels && message.labels.length))
                                message.labels = [];
                            message.labels.push(reader.stringVerify());
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            message.calibration = reader.stringVerify();
                            message._calibration = "calibration";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return ModelInfo;
        })();

        v1.Limits = (function() {

            const Limits = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Limits.prototype.frameBytes = 0;
            Limits.prototype.messageBytes = 0;
            Limits.prototype.rate = 0;
            Limits.prototype.sessionS = 0;
            Limits.prototype.idleS = 0;

            Limits.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.Limits();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.frameBytes = value;
                            else
                                delete message.frameBytes;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.messageBytes = value;
                            else
                                delete message.messageBytes;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 5)
                                break;
                            if (!$Object.is(value = reader.float(), 0))
                                message.rate = value;
                            else
                                delete message.rate;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.sessionS = value;
                            else
                                delete message.sessionS;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.idleS = value;
                            else
                                delete message.idleS;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Limits;
        })();

        v1.Quota = (function() {

            const Quota = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Quota.prototype.concurrentUsed = 0;
            Quota.prototype.concurrentMax = 0;

            Quota.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.Quota();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.concurrentUsed = value;
                            else
                                delete message.concurrentUsed;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.concurrentMax = value;
                            else
                                delete message.concurrentMax;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Quota;
        })();

        v1.WalletState = (function() {

            const WalletState = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            WalletState.prototype.holdS = 0;
            WalletState.prototype.balanceS = 0;

            WalletState.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.WalletState();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 5)
                                break;
                            if (!$Object.is(value = reader.float(), 0))
                                message.holdS = value;
                            else
                                delete message.holdS;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 5)
                                break;
                            if (!$Object.is(value = reader.float(), 0))
                                message.balanceS = value;
                            else
                                delete message.balanceS;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return WalletState;
        })();

        v1.Policy = (function() {

            const Policy = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Policy.prototype.agentAnalysis = false;
            Policy.prototype.retention = "";

            Policy.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.Policy();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.bool())
                                message.agentAnalysis = value;
                            else
                                delete message.agentAnalysis;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.retention = value;
                            else
                                delete message.retention;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Policy;
        })();

        v1.SessionReady = (function() {

            const SessionReady = function (properties) {
                this.channels = [];
                this.nextSample = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            SessionReady.prototype.sessionId = "";
            SessionReady.prototype.resumeHandle = "";
            SessionReady.prototype.resumeWindowMs = 0;
            SessionReady.prototype.generation = 0;
            SessionReady.prototype.serverTime = "";
            SessionReady.prototype.model = null;
            SessionReady.prototype.channels = $util.emptyArray;
            SessionReady.prototype.configRevision = 0;
            SessionReady.prototype.limits = null;
            SessionReady.prototype.quota = null;
            SessionReady.prototype.wallet = null;
            SessionReady.prototype.policy = null;
            SessionReady.prototype.nextSample = $util.emptyArray;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionReady.prototype, "_wallet", {
                get: $util.oneOfGetter($oneOfFields = ["wallet"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            SessionReady.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.SessionReady();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.sessionId = value;
                            else
                                delete message.sessionId;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.resumeHandle = value;
                            else
                                delete message.resumeHandle;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.resumeWindowMs = value;
                            else
                                delete message.resumeWindowMs;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.generation = value;
                            else
                                delete message.generation;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.serverTime = value;
                            else
                                delete message.serverTime;
                            continue;
                        }
                    case 6: {
                            if (wireType !== 2)
                                break;
                            message.model = $root.undertone.v1.ModelInfo.decode(reader, reader.size(), $undefined, _depth + 1, message.model);
                            continue;
                        }
                    case 7: {
                            if (wireType !== 2)
                                break;
                            if (!(message.channels && message.channels.length))
                                message.channels = [];
                            message.channels.push($root.undertone.v1.Channel.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    case 8: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.configRevision = value;
                            else
                                delete message.configRevision;
                            continue;
                        }
                    case 9: {
                            if (wireType !== 2)
                                break;
                            message.limits = $root.undertone.v1.Limits.decode(reader, reader.size(), $undefined, _depth + 1, message.limits);
                            continue;
                        }
                    case 10: {
                            if (wireType !== 2)
                                break;
                            message.quota = $root.undertone.v1.Quota.decode(reader, reader.size(), $undefined, _depth + 1, message.quota);
                            continue;
                        }
                    case 11: {
                            if (wireType !== 2)
                                break;
                            message.wallet = $root.undertone.v1.WalletState.decode(reader, reader.size(), $undefined, _depth + 1, message.wallet);
                            message._wallet = "wallet";
                            continue;
                        }
                    case 12: {
                            if (wireType !== 2)
                                break;
                            message.policy = $root.undertone.v1.Policy.decode(reader, reader.size(), $undefined, _depth + 1, message.policy);
                            continue;
                        }
                    case 13: {
                            if (wireType === 2) {
                                if (!(message.nextSample && message.nextSample.length))
                                    message.nextSample = [];
                                reader.uint64s(message.nextSample);
                                continue;
                            }
                            if (wireType !== 0)
                                break;
                            if (!(message.nextSample && message.nextSample.length))
                                message.nextSample = [];
                            message.nextSample.push(reader.uint64());
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return SessionReady;
        })();

        v1.LostSpan = (function() {

            const LostSpan = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            LostSpan.prototype.channel = 0;
            LostSpan.prototype.firstSample = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            LostSpan.prototype.count = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            LostSpan.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.LostSpan();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.channel = value;
                            else
                                delete message.channel;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.firstSample = value;
                            else
                                delete message.firstSample;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.count = value;
                            else
                                delete message.count;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return LostSpan;
        })();

        v1.Resumed = (function() {

            const Resumed = function (properties) {
                this.lost = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Resumed.prototype.generation = 0;
            Resumed.prototype.fromSeq = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            Resumed.prototype.replayed = 0;
            Resumed.prototype.lost = $util.emptyArray;

            Resumed.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.Resumed();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.generation = value;
                            else
                                delete message.generation;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.fromSeq = value;
                            else
                                delete message.fromSeq;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.replayed = value;
                            else
                                delete message.replayed;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            if (!(message.lost && message.lost.length))
                                message.lost = [];
                            message.lost.push($root.undertone.v1.LostSpan.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Resumed;
        })();

        v1.AudioAck = (function() {

            const AudioAck = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            AudioAck.prototype.channel = 0;
            AudioAck.prototype.throughSample = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            AudioAck.prototype.lagMs = 0;

            AudioAck.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.AudioAck();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.channel = value;
                            else
                                delete message.channel;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.throughSample = value;
                            else
                                delete message.throughSample;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.lagMs = value;
                            else
                                delete message.lagMs;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return AudioAck;
        })();

        v1.TurnStart = (function() {

            const TurnStart = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            TurnStart.prototype.turnId = "";
            TurnStart.prototype.speakerId = "";
            TurnStart.prototype.channel = 0;
            TurnStart.prototype.startMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            TurnStart.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.TurnStart();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.turnId = value;
                            else
                                delete message.turnId;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.speakerId = value;
                            else
                                delete message.speakerId;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.channel = value;
                            else
                                delete message.channel;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.startMs = value;
                            else
                                delete message.startMs;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return TurnStart;
        })();

        v1.TurnUpdate = (function() {

            const TurnUpdate = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            TurnUpdate.prototype.turnId = "";
            TurnUpdate.prototype.speakerId = "";
            TurnUpdate.prototype.channel = 0;
            TurnUpdate.prototype.startMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            TurnUpdate.prototype.endMs = null;
            TurnUpdate.prototype.text = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(TurnUpdate.prototype, "_endMs", {
                get: $util.oneOfGetter($oneOfFields = ["endMs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(TurnUpdate.prototype, "_text", {
                get: $util.oneOfGetter($oneOfFields = ["text"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            TurnUpdate.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.TurnUpdate();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.turnId = value;
                            else
                                delete message.turnId;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.speakerId = value;
                            else
                                delete message.speakerId;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.channel = value;
                            else
                                delete message.channel;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.startMs = value;
                            else
                                delete message.startMs;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 0)
                                break;
                            message.endMs = reader.uint64();
                            message._endMs = "endMs";
                            continue;
                        }
                    case 6: {
                            if (wireType !== 2)
                                break;
                            message.text = reader.stringVerify();
                            message._text = "text";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return TurnUpdate;
        })();

        v1.TurnEnd = (function() {

            const TurnEnd = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            TurnEnd.prototype.turnId = "";
            TurnEnd.prototype.speakerId = "";
            TurnEnd.prototype.channel = 0;
            TurnEnd.prototype.startMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            TurnEnd.prototype.endMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            TurnEnd.prototype.text = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(TurnEnd.prototype, "_text", {
                get: $util.oneOfGetter($oneOfFields = ["text"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            TurnEnd.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.TurnEnd();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.turnId = value;
                            else
                                delete message.turnId;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.speakerId = value;
                            else
                                delete message.speakerId;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.channel = value;
                            else
                                delete message.channel;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.startMs = value;
                            else
                                delete message.startMs;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.endMs = value;
                            else
                                delete message.endMs;
                            continue;
                        }
                    case 6: {
                            if (wireType !== 2)
                                break;
                            message.text = reader.stringVerify();
                            message._text = "text";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return TurnEnd;
        })();

        v1.Pitch = (function() {

            const Pitch = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Pitch.prototype.mean = null;
            Pitch.prototype.std = null;
            Pitch.prototype.min = null;
            Pitch.prototype.max = null;
            Pitch.prototype.range = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Pitch.prototype, "_mean", {
                get: $util.oneOfGetter($oneOfFields = ["mean"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Pitch.prototype, "_std", {
                get: $util.oneOfGetter($oneOfFields = ["std"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Pitch.prototype, "_min", {
                get: $util.oneOfGetter($oneOfFields = ["min"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Pitch.prototype, "_max", {
                get: $util.oneOfGetter($oneOfFields = ["max"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Pitch.prototype, "_range", {
                get: $util.oneOfGetter($oneOfFields = ["range"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Pitch.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.Pitch();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 5)
                                break;
                            message.mean = reader.float();
                            message._mean = "mean";
                            continue;
                        }
                    case 2: {
                            if (wireType !== 5)
                                break;
                            message.std = reader.float();
                            message._std = "std";
                            continue;
                        }
                    case 3: {
                            if (wireType !== 5)
                                break;
                            message.min = reader.float();
                            message._min = "min";
                            continue;
                        }
                    case 4: {
                            if (wireType !== 5)
                                break;
                            message.max = reader.float();
                            message._max = "max";
                            continue;
                        }
                    case 5: {
                            if (wireType !== 5)
                                break;
                            message.range = reader.float();
                            message._range = "range";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Pitch;
        })();

        v1.Energy = (function() {

            const Energy = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Energy.prototype.mean = null;
            Energy.prototype.std = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Energy.prototype, "_mean", {
                get: $util.oneOfGetter($oneOfFields = ["mean"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Energy.prototype, "_std", {
                get: $util.oneOfGetter($oneOfFields = ["std"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Energy.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.Energy();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 5)
                                break;
                            message.mean = reader.float();
                            message._mean = "mean";
                            continue;
                        }
                    case 2: {
                            if (wireType !== 5)
                                break;
                            message.std = reader.float();
                            message._std = "std";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Energy;
        })();

        v1.Rhythm = (function() {

            const Rhythm = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Rhythm.prototype.speechRate = null;
            Rhythm.prototype.pauseRate = null;
            Rhythm.prototype.averagePauseDuration = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Rhythm.prototype, "_speechRate", {
                get: $util.oneOfGetter($oneOfFields = ["speechRate"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Rhythm.prototype, "_pauseRate", {
                get: $util.oneOfGetter($oneOfFields = ["pauseRate"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Rhythm.prototype, "_averagePauseDuration", {
                get: $util.oneOfGetter($oneOfFields = ["averagePauseDuration"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Rhythm.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.Rhythm();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 5)
                                break;
                            message.speechRate = reader.float();
                            message._speechRate = "speechRate";
                            continue;
                        }
                    case 2: {
                            if (wireType !== 5)
                                break;
                            message.pauseRate = reader.float();
                            message._pauseRate = "pauseRate";
                            continue;
                        }
                    case 3: {
                            if (wireType !== 5)
                                break;
                            message.averagePauseDuration = reader.float();
                            message._averagePauseDuration = "averagePauseDuration";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Rhythm;
        })();

        v1.VoiceQuality = (function() {

            const VoiceQuality = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            VoiceQuality.prototype.jitter = null;
            VoiceQuality.prototype.shimmer = null;
            VoiceQuality.prototype.hnr = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(VoiceQuality.prototype, "_jitter", {
                get: $util.oneOfGetter($oneOfFields = ["jitter"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(VoiceQuality.prototype, "_shimmer", {
                get: $util.oneOfGetter($oneOfFields = ["shimmer"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(VoiceQuality.prototype, "_hnr", {
                get: $util.oneOfGetter($oneOfFields = ["hnr"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            VoiceQuality.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.VoiceQuality();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 5)
                                break;
                            message.jitter = reader.float();
                            message._jitter = "jitter";
                            continue;
                        }
                    case 2: {
                            if (wireType !== 5)
                                break;
                            message.shimmer = reader.float();
                            message._shimmer = "shimmer";
                            continue;
                        }
                    case 3: {
                            if (wireType !== 5)
                                break;
                            message.hnr = reader.float();
                            message._hnr = "hnr";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return VoiceQuality;
        })();

        v1.Prosody = (function() {

            const Prosody = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Prosody.prototype.pitch = null;
            Prosody.prototype.energy = null;
            Prosody.prototype.rhythm = null;
            Prosody.prototype.voiceQuality = null;

            Prosody.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.Prosody();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            message.pitch = $root.undertone.v1.Pitch.decode(reader, reader.size(), $undefined, _depth + 1, message.pitch);
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            message.energy = $root.undertone.v1.Energy.decode(reader, reader.size(), $undefined, _depth + 1, message.energy);
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            message.rhythm = $root.undertone.v1.Rhythm.decode(reader, reader.size(), $undefined, _depth + 1, message.rhythm);
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            message.voiceQuality = $root.undertone.v1.VoiceQuality.decode(reader, reader.size(), $undefined, _depth + 1, message.voiceQuality);
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Prosody;
        })();

        v1.Quality = (function() {

            const Quality = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Quality.prototype.snrDb = null;
            Quality.prototype.clipping = null;
            Quality.prototype.voicedMs = null;
            Quality.prototype.outOfDomain = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Quality.prototype, "_snrDb", {
                get: $util.oneOfGetter($oneOfFields = ["snrDb"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Quality.prototype, "_clipping", {
                get: $util.oneOfGetter($oneOfFields = ["clipping"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Quality.prototype, "_voicedMs", {
                get: $util.oneOfGetter($oneOfFields = ["voicedMs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Quality.prototype, "_outOfDomain", {
                get: $util.oneOfGetter($oneOfFields = ["outOfDomain"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Quality.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.Quality();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 5)
                                break;
                            message.snrDb = reader.float();
                            message._snrDb = "snrDb";
                            continue;
                        }
                    case 2: {
                            if (wireType !== 5)
                                break;
                            message.clipping = reader.float();
                            message._clipping = "clipping";
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            message.voicedMs = reader.uint32();
                            message._voicedMs = "voicedMs";
                            continue;
                        }
                    case 4: {
                            if (wireType !== 5)
                                break;
                            message.outOfDomain = reader.float();
                            message._outOfDomain = "outOfDomain";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Quality;
        })();

        v1.Tts = (function() {

            const Tts = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Tts.prototype.speed = null;
            Tts.prototype.pitchShiftSemitones = null;
            Tts.prototype.emotion = null;
            Tts.prototype.targetIntensity = null;
            Tts.prototype.prePauseMs = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Tts.prototype, "_speed", {
                get: $util.oneOfGetter($oneOfFields = ["speed"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Tts.prototype, "_pitchShiftSemitones", {
                get: $util.oneOfGetter($oneOfFields = ["pitchShiftSemitones"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Tts.prototype, "_emotion", {
                get: $util.oneOfGetter($oneOfFields = ["emotion"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Tts.prototype, "_targetIntensity", {
                get: $util.oneOfGetter($oneOfFields = ["targetIntensity"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Tts.prototype, "_prePauseMs", {
                get: $util.oneOfGetter($oneOfFields = ["prePauseMs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Tts.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.Tts();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 5)
                                break;
                            message.speed = reader.float();
                            message._speed = "speed";
                            continue;
                        }
                    case 2: {
                            if (wireType !== 5)
                                break;
                            message.pitchShiftSemitones = reader.float();
                            message._pitchShiftSemitones = "pitchShiftSemitones";
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            message.emotion = reader.stringVerify();
                            message._emotion = "emotion";
                            continue;
                        }
                    case 4: {
                            if (wireType !== 5)
                                break;
                            message.targetIntensity = reader.float();
                            message._targetIntensity = "targetIntensity";
                            continue;
                        }
                    case 5: {
                            if (wireType !== 0)
                                break;
                            message.prePauseMs = reader.uint32();
                            message._prePauseMs = "prePauseMs";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Tts;
        })();

        v1.AgentModulation = (function() {

            const AgentModulation = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            AgentModulation.prototype.mode = 0;
            AgentModulation.prototype.intensity = 0;
            AgentModulation.prototype.tts = null;
            AgentModulation.prototype.systemPromptFragment = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(AgentModulation.prototype, "_systemPromptFragment", {
                get: $util.oneOfGetter($oneOfFields = ["systemPromptFragment"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            AgentModulation.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.AgentModulation();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.int32())
                                message.mode = value;
                            else
                                delete message.mode;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 5)
                                break;
                            if (!$Object.is(value = reader.float(), 0))
                                message.intensity = value;
                            else
                                delete message.intensity;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            message.tts = $root.undertone.v1.Tts.decode(reader, reader.size(), $undefined, _depth + 1, message.tts);
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            message.systemPromptFragment = reader.stringVerify();
                            message._systemPromptFragment = "systemPromptFragment";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return AgentModulation;
        })();

        v1.Latency = (function() {

            const Latency = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Latency.prototype.queueMs = 0;
            Latency.prototype.inferenceMs = 0;
            Latency.prototype.totalMs = 0;

            Latency.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.Latency();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 5)
                                break;
                            if (!$Object.is(value = reader.float(), 0))
                                message.queueMs = value;
                            else
                                delete message.queueMs;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 5)
                                break;
                            if (!$Object.is(value = reader.float(), 0))
                                message.inferenceMs = value;
                            else
                                delete message.inferenceMs;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 5)
                                break;
                            if (!$Object.is(value = reader.float(), 0))
                                message.totalMs = value;
                            else
                                delete message.totalMs;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Latency;
        })();

        v1.Directive = (function() {

            const Directive = function (properties) {
                this.emotionProbabilities = {};
                this.signals = {};
                this.metrics = {};
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Directive.prototype.directiveId = "";
            Directive.prototype.revision = 0;
            Directive.prototype.provenance = 0;
            Directive.prototype.speakerId = "";
            Directive.prototype.channel = 0;
            Directive.prototype.audioStartMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            Directive.prototype.audioEndMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            Directive.prototype.emotion = null;
            Directive.prototype.confidence = null;
            Directive.prototype.emotionProbabilities = $util.emptyObject;
            Directive.prototype.valence = null;
            Directive.prototype.arousal = null;
            Directive.prototype.dominance = null;
            Directive.prototype.signals = $util.emptyObject;
            Directive.prototype.prosody = null;
            Directive.prototype.state = null;
            Directive.prototype.metrics = $util.emptyObject;
            Directive.prototype.quality = null;
            Directive.prototype.agentModulation = null;
            Directive.prototype.modulationMode = null;
            Directive.prototype.latency = null;
            Directive.prototype.speech = false;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Directive.prototype, "_emotion", {
                get: $util.oneOfGetter($oneOfFields = ["emotion"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Directive.prototype, "_confidence", {
                get: $util.oneOfGetter($oneOfFields = ["confidence"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Directive.prototype, "_valence", {
                get: $util.oneOfGetter($oneOfFields = ["valence"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Directive.prototype, "_arousal", {
                get: $util.oneOfGetter($oneOfFields = ["arousal"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Directive.prototype, "_dominance", {
                get: $util.oneOfGetter($oneOfFields = ["dominance"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Directive.prototype, "_prosody", {
                get: $util.oneOfGetter($oneOfFields = ["prosody"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Directive.prototype, "_state", {
                get: $util.oneOfGetter($oneOfFields = ["state"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Directive.prototype, "_agentModulation", {
                get: $util.oneOfGetter($oneOfFields = ["agentModulation"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Directive.prototype, "_modulationMode", {
                get: $util.oneOfGetter($oneOfFields = ["modulationMode"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Directive.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, key, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.Directive();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.directiveId = value;
                            else
                                delete message.directiveId;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.revision = value;
                            else
                                delete message.revision;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.int32())
                                message.provenance = value;
                            else
                                delete message.provenance;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.speakerId = value;
                            else
                                delete message.speakerId;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.channel = value;
                            else
                                delete message.channel;
                            continue;
                        }
                    case 6: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.audioStartMs = value;
                            else
                                delete message.audioStartMs;
                            continue;
                        }
                    case 7: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.audioEndMs = value;
                            else
                                delete message.audioEndMs;
                            continue;
                        }
                    case 8: {
                            if (wireType !== 2)
                                break;
                            message.emotion = reader.stringVerify();
                            message._emotion = "emotion";
                            continue;
                        }
                    case 9: {
                            if (wireType !== 5)
                                break;
                            message.confidence = reader.float();
                            message._confidence = "confidence";
                            continue;
                        }
                    case 10: {
                            if (wireType !== 2)
                                break;
                            if (message.emotionProbabilities === $util.emptyObject)
                                message.emotionProbabilities = {};
                            let end2 = reader.size() + reader.pos;
                            if (end2 > reader.len)
                                throw $RangeError("index out of range");
                            reader.len = end2;
                            key = "";
                            value = 0;
                            while (reader.pos < end2) {
                                let tag2 = reader.tag();
                                wireType = tag2 & 7;
                                switch (tag2 >>>= 3) {
                                case 1:
                                    if (wireType !== 2)
                                        break;
                                    key = reader.stringVerify();
                                    continue;
                                case 2:
                                    if (wireType !== 5)
                                        break;
                                    value = reader.float();
                                    continue;
                                }
                                reader.skipType(wireType, _depth, tag2);
                            }
                            if (reader.pos !== end2)
                                throw $RangeError("index out of range");
                            reader.len = end;
                            if (key === "__proto__")
                                $util.makeProp(message.emotionProbabilities, key);
                            message.emotionProbabilities[key] = value;
                            continue;
                        }
                    case 11: {
                            if (wireType !== 5)
                                break;
                            message.valence = reader.float();
                            message._valence = "valence";
                            continue;
                        }
                    case 12: {
                            if (wireType !== 5)
                                break;
                            message.arousal = reader.float();
                            message._arousal = "arousal";
                            continue;
                        }
                    case 13: {
                            if (wireType !== 5)
                                break;
                            message.dominance = reader.float();
                            message._dominance = "dominance";
                            continue;
                        }
                    case 14: {
                            if (wireType !== 2)
                                break;
                            if (message.signals === $util.emptyObject)
                                message.signals = {};
                            let end2 = reader.size() + reader.pos;
                            if (end2 > reader.len)
                                throw $RangeError("index out of range");
                            reader.len = end2;
                            key = "";
                            value = 0;
                            while (reader.pos < end2) {
                                let tag2 = reader.tag();
                                wireType = tag2 & 7;
                                switch (tag2 >>>= 3) {
                                case 1:
                                    if (wireType !== 2)
                                        break;
                                    key = reader.stringVerify();
                                    continue;
                                case 2:
                                    if (wireType !== 5)
                                        break;
                                    value = reader.float();
                                    continue;
                                }
                                reader.skipType(wireType, _depth, tag2);
                            }
                            if (reader.pos !== end2)
                                throw $RangeError("index out of range");
                            reader.len = end;
                            if (key === "__proto__")
                                $util.makeProp(message.signals, key);
                            message.signals[key] = value;
                            continue;
                        }
                    case 15: {
                            if (wireType !== 2)
                                break;
                            message.prosody = $root.undertone.v1.Prosody.decode(reader, reader.size(), $undefined, _depth + 1, message.prosody);
                            message._prosody = "prosody";
                            continue;
                        }
                    case 16: {
                            if (wireType !== 2)
                                break;
                            message.state = reader.stringVerify();
                            message._state = "state";
                            continue;
                        }
                    case 17: {
                            if (wireType !== 2)
                                break;
                            if (message.metrics === $util.emptyObject)
                                message.metrics = {};
                            let end2 = reader.size() + reader.pos;
                            if (end2 > reader.len)
                                throw $RangeError("index out of range");
                            reader.len = end2;
                            key = "";
                            value = 0;
                            while (reader.pos < end2) {
                                let tag2 = reader.tag();
                                wireType = tag2 & 7;
                                switch (tag2 >>>= 3) {
                                case 1:
                                    if (wireType !== 2)
                                        break;
                                    key = reader.stringVerify();
                                    continue;
                                case 2:
                                    if (wireType !== 5)
                                        break;
                                    value = reader.float();
                                    continue;
                                }
                                reader.skipType(wireType, _depth, tag2);
                            }
                            if (reader.pos !== end2)
                                throw $RangeError("index out of range");
                            reader.len = end;
                            if (key === "__proto__")
                                $util.makeProp(message.metrics, key);
                            message.metrics[key] = value;
                            continue;
                        }
                    case 18: {
                            if (wireType !== 2)
                                break;
                            message.quality = $root.undertone.v1.Quality.decode(reader, reader.size(), $undefined, _depth + 1, message.quality);
                            continue;
                        }
                    case 19: {
                            if (wireType !== 2)
                                break;
                            message.agentModulation = $root.undertone.v1.AgentModulation.decode(reader, reader.size(), $undefined, _depth + 1, message.agentModulation);
                            message._agentModulation = "agentModulation";
                            continue;
                        }
                    case 20: {
                            if (wireType !== 0)
                                break;
                            message.modulationMode = reader.int32();
                            message._modulationMode = "modulationMode";
                            continue;
                        }
                    case 21: {
                            if (wireType !== 2)
                                break;
                            message.latency = $root.undertone.v1.Latency.decode(reader, reader.size(), $undefined, _depth + 1, message.latency);
                            continue;
                        }
                    case 22: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.bool())
                                message.speech = value;
                            else
                                delete message.speech;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Directive;
        })();

        v1.Baseline = (function() {

            const Baseline = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Baseline.prototype.n = 0;
            Baseline.prototype.valence = 0;
            Baseline.prototype.arousal = 0;

            Baseline.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.Baseline();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.n = value;
                            else
                                delete message.n;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 5)
                                break;
                            if (!$Object.is(value = reader.float(), 0))
                                message.valence = value;
                            else
                                delete message.valence;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 5)
                                break;
                            if (!$Object.is(value = reader.float(), 0))
                                message.arousal = value;
                            else
                                delete message.arousal;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Baseline;
        })();

        v1.ToneShift = (function() {

            const ToneShift = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            ToneShift.prototype.speakerId = "";
            ToneShift.prototype.onsetMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            ToneShift.prototype.commitMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            ToneShift.prototype.durationMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            ToneShift.prototype.magnitude = 0;
            ToneShift.prototype.direction = "";
            ToneShift.prototype.baseline = null;
            ToneShift.prototype.resolved = false;

            ToneShift.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.ToneShift();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.speakerId = value;
                            else
                                delete message.speakerId;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.onsetMs = value;
                            else
                                delete message.onsetMs;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.commitMs = value;
                            else
                                delete message.commitMs;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.durationMs = value;
                            else
                                delete message.durationMs;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 5)
                                break;
                            if (!$Object.is(value = reader.float(), 0))
                                message.magnitude = value;
                            else
                                delete message.magnitude;
                            continue;
                        }
                    case 6: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.direction = value;
                            else
                                delete message.direction;
                            continue;
                        }
                    case 7: {
                            if (wireType !== 2)
                                break;
                            message.baseline = $root.undertone.v1.Baseline.decode(reader, reader.size(), $undefined, _depth + 1, message.baseline);
                            continue;
                        }
                    case 8: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.bool())
                                message.resolved = value;
                            else
                                delete message.resolved;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return ToneShift;
        })();

        v1.Cue = (function() {

            const Cue = function (properties) {
                this.tips = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Cue.prototype.title = "";
            Cue.prototype.body = "";
            Cue.prototype.tips = $util.emptyArray;
            Cue.prototype.severity = "";
            Cue.prototype.ttlMs = 0;

            Cue.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.Cue();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.title = value;
                            else
                                delete message.title;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.body = value;
                            else
                                delete message.body;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if (!(message.tips && message.tips.length))
                                message.tips = [];
                            message.tips.push(reader.stringVerify());
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.severity = value;
                            else
                                delete message.severity;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.ttlMs = value;
                            else
                                delete message.ttlMs;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Cue;
        })();

        v1.AgentSteering = (function() {

            const AgentSteering = function (properties) {
                this.evidence = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            AgentSteering.prototype.cueId = "";
            AgentSteering.prototype.supersedes = null;
            AgentSteering.prototype.previousMode = 0;
            AgentSteering.prototype.mode = 0;
            AgentSteering.prototype.intensity = 0;
            AgentSteering.prototype.reason = "";
            AgentSteering.prototype.evidence = $util.emptyArray;
            AgentSteering.prototype.cue = null;
            AgentSteering.prototype.tts = null;
            AgentSteering.prototype.systemPrompt = null;
            AgentSteering.prototype.timestampMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(AgentSteering.prototype, "_supersedes", {
                get: $util.oneOfGetter($oneOfFields = ["supersedes"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(AgentSteering.prototype, "_cue", {
                get: $util.oneOfGetter($oneOfFields = ["cue"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(AgentSteering.prototype, "_tts", {
                get: $util.oneOfGetter($oneOfFields = ["tts"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(AgentSteering.prototype, "_systemPrompt", {
                get: $util.oneOfGetter($oneOfFields = ["systemPrompt"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            AgentSteering.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.AgentSteering();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.cueId = value;
                            else
                                delete message.cueId;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            message.supersedes = reader.stringVerify();
                            message._supersedes = "supersedes";
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.int32())
                                message.previousMode = value;
                            else
                                delete message.previousMode;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.int32())
                                message.mode = value;
                            else
                                delete message.mode;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 5)
                                break;
                            if (!$Object.is(value = reader.float(), 0))
                                message.intensity = value;
                            else
                                delete message.intensity;
                            continue;
                        }
                    case 6: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.reason = value;
                            else
                                delete message.reason;
                            continue;
                        }
                    case 7: {
                            if (wireType !== 2)
                                break;
                            if (!(message.evidence && message.evidence.length))
                                message.evidence = [];
                            message.evidence.push(reader.stringVerify());
                            continue;
                        }
                    case 8: {
                            if (wireType !== 2)
                                break;
                            message.cue = $root.undertone.v1.Cue.decode(reader, reader.size(), $undefined, _depth + 1, message.cue);
                            message._cue = "cue";
                            continue;
                        }
                    case 9: {
                            if (wireType !== 2)
                                break;
                            message.tts = $root.undertone.v1.Tts.decode(reader, reader.size(), $undefined, _depth + 1, message.tts);
                            message._tts = "tts";
                            continue;
                        }
                    case 10: {
                            if (wireType !== 2)
                                break;
                            message.systemPrompt = reader.stringVerify();
                            message._systemPrompt = "systemPrompt";
                            continue;
                        }
                    case 11: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.timestampMs = value;
                            else
                                delete message.timestampMs;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return AgentSteering;
        })();

        v1.Interval = (function() {

            const Interval = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Interval.prototype.low = 0;
            Interval.prototype.high = 0;

            Interval.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.Interval();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 5)
                                break;
                            if (!$Object.is(value = reader.float(), 0))
                                message.low = value;
                            else
                                delete message.low;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 5)
                                break;
                            if (!$Object.is(value = reader.float(), 0))
                                message.high = value;
                            else
                                delete message.high;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Interval;
        })();

        v1.ImpactFactor = (function() {

            const ImpactFactor = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            ImpactFactor.prototype.name = "";
            ImpactFactor.prototype.weight = 0;

            ImpactFactor.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.ImpactFactor();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.name = value;
                            else
                                delete message.name;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 5)
                                break;
                            if (!$Object.is(value = reader.float(), 0))
                                message.weight = value;
                            else
                                delete message.weight;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return ImpactFactor;
        })();

        v1.SessionPrediction = (function() {

            const SessionPrediction = function (properties) {
                this.intervals = {};
                this.impactFactors = [];
                this.recommendedActions = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            SessionPrediction.prototype.horizonS = 0;
            SessionPrediction.prototype.escalationRisk = null;
            SessionPrediction.prototype.churnRisk = null;
            SessionPrediction.prototype.resolutionProbability = null;
            SessionPrediction.prototype.predictedCsat = null;
            SessionPrediction.prototype.sentimentForecast = null;
            SessionPrediction.prototype.intervals = $util.emptyObject;
            SessionPrediction.prototype.trajectory = null;
            SessionPrediction.prototype.impactFactors = $util.emptyArray;
            SessionPrediction.prototype.recommendedTone = null;
            SessionPrediction.prototype.recommendedActions = $util.emptyArray;
            SessionPrediction.prototype.utterancesSeen = 0;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionPrediction.prototype, "_escalationRisk", {
                get: $util.oneOfGetter($oneOfFields = ["escalationRisk"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionPrediction.prototype, "_churnRisk", {
                get: $util.oneOfGetter($oneOfFields = ["churnRisk"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionPrediction.prototype, "_resolutionProbability", {
                get: $util.oneOfGetter($oneOfFields = ["resolutionProbability"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionPrediction.prototype, "_predictedCsat", {
                get: $util.oneOfGetter($oneOfFields = ["predictedCsat"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionPrediction.prototype, "_sentimentForecast", {
                get: $util.oneOfGetter($oneOfFields = ["sentimentForecast"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionPrediction.prototype, "_trajectory", {
                get: $util.oneOfGetter($oneOfFields = ["trajectory"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionPrediction.prototype, "_recommendedTone", {
                get: $util.oneOfGetter($oneOfFields = ["recommendedTone"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            SessionPrediction.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, key, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.SessionPrediction();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.horizonS = value;
                            else
                                delete message.horizonS;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 5)
                                break;
                            message.escalationRisk = reader.float();
                            message._escalationRisk = "escalationRisk";
                            continue;
                        }
                    case 3: {
                            if (wireType !== 5)
                                break;
                            message.churnRisk = reader.float();
                            message._churnRisk = "churnRisk";
                            continue;
                        }
                    case 4: {
                            if (wireType !== 5)
                                break;
                            message.resolutionProbability = reader.float();
                            message._resolutionProbability = "resolutionProbability";
                            continue;
                        }
                    case 5: {
                            if (wireType !== 5)
                                break;
                            message.predictedCsat = reader.float();
                            message._predictedCsat = "predictedCsat";
                            continue;
                        }
                    case 6: {
                            if (wireType !== 5)
                                break;
                            message.sentimentForecast = reader.float();
                            message._sentimentForecast = "sentimentForecast";
                            continue;
                        }
                    case 7: {
                            if (wireType !== 2)
                                break;
                            if (message.intervals === $util.emptyObject)
                                message.intervals = {};
                            let end2 = reader.size() + reader.pos;
                            if (end2 > reader.len)
                                throw $RangeError("index out of range");
                            reader.len = end2;
                            key = "";
                            value = null;
                            while (reader.pos < end2) {
                                let tag2 = reader.tag();
                                wireType = tag2 & 7;
                                switch (tag2 >>>= 3) {
                                case 1:
                                    if (wireType !== 2)
                                        break;
                                    key = reader.stringVerify();
                                    continue;
                                case 2:
                                    if (wireType !== 2)
                                        break;
                                    value = $root.undertone.v1.Interval.decode(reader, reader.size(), $undefined, _depth + 1, value);
                                    continue;
                                }
                                reader.skipType(wireType, _depth, tag2);
                            }
                            if (reader.pos !== end2)
                                throw $RangeError("index out of range");
                            reader.len = end;
                            if (key === "__proto__")
                                $util.makeProp(message.intervals, key);
                            message.intervals[key] = value || new $root.undertone.v1.Interval();
                            continue;
                        }
                    case 8: {
                            if (wireType !== 2)
                                break;
                            message.trajectory = reader.stringVerify();
                            message._trajectory = "trajectory";
                            continue;
                        }
                    case 9: {
                            if (wireType !== 2)
                                break;
                            if (!(message.impactFactors && message.impactFactors.length))
                                message.impactFactors = [];
                            message.impactFactors.push($root.undertone.v1.ImpactFactor.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    case 10: {
                            if (wireType !== 2)
                                break;
                            message.recommendedTone = reader.stringVerify();
                            message._recommendedTone = "recommendedTone";
                            continue;
                        }
                    case 11: {
                            if (wireType !== 2)
                                break;
                            if (!(message.recommendedActions && message.recommendedActions.length))
                                message.recommendedActions = [];
                            message.recommendedActions.push(reader.stringVerify());
                            continue;
                        }
                    case 12: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.utterancesSeen = value;
                            else
                                delete message.utterancesSeen;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return SessionPrediction;
        })();

        v1.KpiValue = (function() {

            const KpiValue = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            KpiValue.prototype.value = 0;
            KpiValue.prototype.confidence = 0;

            KpiValue.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.KpiValue();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 5)
                                break;
                            if (!$Object.is(value = reader.float(), 0))
                                message.value = value;
                            else
                                delete message.value;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 5)
                                break;
                            if (!$Object.is(value = reader.float(), 0))
                                message.confidence = value;
                            else
                                delete message.confidence;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return KpiValue;
        })();

        v1.KpiPredictions = (function() {

            const KpiPredictions = function (properties) {
                this.kpis = {};
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            KpiPredictions.prototype.kpis = $util.emptyObject;

            KpiPredictions.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, key, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.KpiPredictions();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if (message.kpis === $util.emptyObject)
                                message.kpis = {};
                            let end2 = reader.size() + reader.pos;
                            if (end2 > reader.len)
                                throw $RangeError("index out of range");
                            reader.len = end2;
                            key = "";
                            value = null;
                            while (reader.pos < end2) {
                                let tag2 = reader.tag();
                                wireType = tag2 & 7;
                                switch (tag2 >>>= 3) {
                                case 1:
                                    if (wireType !== 2)
                                        break;
                                    key = reader.stringVerify();
                                    continue;
                                case 2:
                                    if (wireType !== 2)
                                        break;
                                    value = $root.undertone.v1.KpiValue.decode(reader, reader.size(), $undefined, _depth + 1, value);
                                    continue;
                                }
                                reader.skipType(wireType, _depth, tag2);
                            }
                            if (reader.pos !== end2)
                                throw $RangeError("index out of range");
                            reader.len = end;
                            if (key === "__proto__")
                                $util.makeProp(message.kpis, key);
                            message.kpis[key] = value || new $root.undertone.v1.KpiValue();
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return KpiPredictions;
        })();

        v1.Alert = (function() {

            const Alert = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Alert.prototype.alertId = "";
            Alert.prototype.alertType = "";
            Alert.prototype.threshold = 0;
            Alert.prototype.value = 0;
            Alert.prototype.recommendedAction = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Alert.prototype, "_recommendedAction", {
                get: $util.oneOfGetter($oneOfFields = ["recommendedAction"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Alert.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.Alert();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.alertId = value;
                            else
                                delete message.alertId;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.alertType = value;
                            else
                                delete message.alertType;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 5)
                                break;
                            if (!$Object.is(value = reader.float(), 0))
                                message.threshold = value;
                            else
                                delete message.threshold;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 5)
                                break;
                            if (!$Object.is(value = reader.float(), 0))
                                message.value = value;
                            else
                                delete message.value;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 2)
                                break;
                            message.recommendedAction = reader.stringVerify();
                            message._recommendedAction = "recommendedAction";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Alert;
        })();

        v1.SpeakerChange = (function() {

            const SpeakerChange = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            SpeakerChange.prototype.channel = 0;
            SpeakerChange.prototype.fromSpeakerId = null;
            SpeakerChange.prototype.speakerId = "";
            SpeakerChange.prototype.atMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SpeakerChange.prototype, "_fromSpeakerId", {
                get: $util.oneOfGetter($oneOfFields = ["fromSpeakerId"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            SpeakerChange.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.SpeakerChange();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.channel = value;
                            else
                                delete message.channel;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            message.fromSpeakerId = reader.stringVerify();
                            message._fromSpeakerId = "fromSpeakerId";
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.speakerId = value;
                            else
                                delete message.speakerId;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.atMs = value;
                            else
                                delete message.atMs;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return SpeakerChange;
        })();

        v1.NewSpeaker = (function() {

            const NewSpeaker = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            NewSpeaker.prototype.channel = 0;
            NewSpeaker.prototype.speakerId = "";
            NewSpeaker.prototype.atMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            NewSpeaker.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.NewSpeaker();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.channel = value;
                            else
                                delete message.channel;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.speakerId = value;
                            else
                                delete message.speakerId;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.atMs = value;
                            else
                                delete message.atMs;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return NewSpeaker;
        })();

        v1.IdentityResolved = (function() {

            const IdentityResolved = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            IdentityResolved.prototype.speakerId = "";
            IdentityResolved.prototype.personId = null;
            IdentityResolved.prototype.verified = false;
            IdentityResolved.prototype.evidenceSeconds = 0;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(IdentityResolved.prototype, "_personId", {
                get: $util.oneOfGetter($oneOfFields = ["personId"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            IdentityResolved.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.IdentityResolved();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.speakerId = value;
                            else
                                delete message.speakerId;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            message.personId = reader.stringVerify();
                            message._personId = "personId";
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.bool())
                                message.verified = value;
                            else
                                delete message.verified;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 5)
                                break;
                            if (!$Object.is(value = reader.float(), 0))
                                message.evidenceSeconds = value;
                            else
                                delete message.evidenceSeconds;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return IdentityResolved;
        })();

        v1.Overlap = (function() {

            const Overlap = function (properties) {
                this.speakerIds = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Overlap.prototype.speakerIds = $util.emptyArray;
            Overlap.prototype.startMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            Overlap.prototype.endMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            Overlap.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.Overlap();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if (!(message.speakerIds && message.speakerIds.length))
                                message.speakerIds = [];
                            message.speakerIds.push(reader.stringVerify());
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.startMs = value;
                            else
                                delete message.startMs;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.endMs = value;
                            else
                                delete message.endMs;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Overlap;
        })();

        v1.EnrollAgentAck = (function() {

            const EnrollAgentAck = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            EnrollAgentAck.prototype.personId = null;
            EnrollAgentAck.prototype.verified = false;
            EnrollAgentAck.prototype.evidenceSeconds = 0;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(EnrollAgentAck.prototype, "_personId", {
                get: $util.oneOfGetter($oneOfFields = ["personId"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            EnrollAgentAck.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.EnrollAgentAck();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            message.personId = reader.stringVerify();
                            message._personId = "personId";
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.bool())
                                message.verified = value;
                            else
                                delete message.verified;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 5)
                                break;
                            if (!$Object.is(value = reader.float(), 0))
                                message.evidenceSeconds = value;
                            else
                                delete message.evidenceSeconds;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return EnrollAgentAck;
        })();

        v1.SessionUpdated = (function() {

            const SessionUpdated = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            SessionUpdated.prototype.configRevision = 0;

            SessionUpdated.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.SessionUpdated();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.configRevision = value;
                            else
                                delete message.configRevision;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return SessionUpdated;
        })();

        v1.Paused = (function() {

            const Paused = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Paused.prototype.reason = 0;
            Paused.prototype.atMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            Paused.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.Paused();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.int32())
                                message.reason = value;
                            else
                                delete message.reason;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.atMs = value;
                            else
                                delete message.atMs;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Paused;
        })();

        v1.ResumedAnalysis = (function() {

            const ResumedAnalysis = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            ResumedAnalysis.prototype.atMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            ResumedAnalysis.prototype.discardedMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            ResumedAnalysis.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.ResumedAnalysis();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.atMs = value;
                            else
                                delete message.atMs;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.discardedMs = value;
                            else
                                delete message.discardedMs;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return ResumedAnalysis;
        })();

        v1.Flushed = (function() {

            const Flushed = function (properties) {
                this.throughSample = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Flushed.prototype.throughSample = $util.emptyArray;

            Flushed.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.Flushed();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType === 2) {
                                if (!(message.throughSample && message.throughSample.length))
                                    message.throughSample = [];
                                reader.uint64s(message.throughSample);
                                continue;
                            }
                            if (wireType !== 0)
                                break;
                            if (!(message.throughSample && message.throughSample.length))
                                message.throughSample = [];
                            message.throughSample.push(reader.uint64());
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Flushed;
        })();

        v1.Warning = (function() {

            const Warning = function (properties) {
                this.detail = {};
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Warning.prototype.code = "";
            Warning.prototype.message = "";
            Warning.prototype.detail = $util.emptyObject;

            Warning.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, key, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.Warning();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.code = value;
                            else
                                delete message.code;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.message = value;
                            else
                                delete message.message;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 2)
                                break;
                            if (message.detail === $util.emptyObject)
                                message.detail = {};
                            let end2 = reader.size() + reader.pos;
                            if (end2 > reader.len)
                                throw $RangeError("index out of range");
                            reader.len = end2;
                            key = "";
                            value = "";
                            while (reader.pos < end2) {
                                let tag2 = reader.tag();
                                wireType = tag2 & 7;
                                switch (tag2 >>>= 3) {
                                case 1:
                                    if (wireType !== 2)
                                        break;
                                    key = reader.stringVerify();
                                    continue;
                                case 2:
                                    if (wireType !== 2)
                                        break;
                                    value = reader.stringVerify();
                                    continue;
                                }
                                reader.skipType(wireType, _depth, tag2);
                            }
                            if (reader.pos !== end2)
                                throw $RangeError("index out of range");
                            reader.len = end;
                            if (key === "__proto__")
                                $util.makeProp(message.detail, key);
                            message.detail[key] = value;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Warning;
        })();

        v1.Usage = (function() {

            const Usage = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Usage.prototype.receivedMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            Usage.prototype.processedMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            Usage.prototype.billedMs = null;
            Usage.prototype.balanceMs = null;
            Usage.prototype.rate = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Usage.prototype, "_billedMs", {
                get: $util.oneOfGetter($oneOfFields = ["billedMs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Usage.prototype, "_balanceMs", {
                get: $util.oneOfGetter($oneOfFields = ["balanceMs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Usage.prototype, "_rate", {
                get: $util.oneOfGetter($oneOfFields = ["rate"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Usage.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.Usage();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.receivedMs = value;
                            else
                                delete message.receivedMs;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.processedMs = value;
                            else
                                delete message.processedMs;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            message.billedMs = reader.uint64();
                            message._billedMs = "billedMs";
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            message.balanceMs = reader.uint64();
                            message._balanceMs = "balanceMs";
                            continue;
                        }
                    case 5: {
                            if (wireType !== 5)
                                break;
                            message.rate = reader.float();
                            message._rate = "rate";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Usage;
        })();

        v1.Stats = (function() {

            const Stats = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Stats.prototype.rttMs = null;
            Stats.prototype.lagP50Ms = null;
            Stats.prototype.lagP95Ms = null;
            Stats.prototype.queue = null;
            Stats.prototype.dropped = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Stats.prototype, "_rttMs", {
                get: $util.oneOfGetter($oneOfFields = ["rttMs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Stats.prototype, "_lagP50Ms", {
                get: $util.oneOfGetter($oneOfFields = ["lagP50Ms"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Stats.prototype, "_lagP95Ms", {
                get: $util.oneOfGetter($oneOfFields = ["lagP95Ms"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Stats.prototype, "_queue", {
                get: $util.oneOfGetter($oneOfFields = ["queue"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Stats.prototype, "_dropped", {
                get: $util.oneOfGetter($oneOfFields = ["dropped"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Stats.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.Stats();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 5)
                                break;
                            message.rttMs = reader.float();
                            message._rttMs = "rttMs";
                            continue;
                        }
                    case 2: {
                            if (wireType !== 5)
                                break;
                            message.lagP50Ms = reader.float();
                            message._lagP50Ms = "lagP50Ms";
                            continue;
                        }
                    case 3: {
                            if (wireType !== 5)
                                break;
                            message.lagP95Ms = reader.float();
                            message._lagP95Ms = "lagP95Ms";
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            message.queue = reader.uint32();
                            message._queue = "queue";
                            continue;
                        }
                    case 5: {
                            if (wireType !== 0)
                                break;
                            message.dropped = reader.uint32();
                            message._dropped = "dropped";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Stats;
        })();

        v1.GoAway = (function() {

            const GoAway = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            GoAway.prototype.reason = 0;
            GoAway.prototype.deadlineMs = 0;
            GoAway.prototype.resume = false;
            GoAway.prototype.retryAfterMs = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(GoAway.prototype, "_retryAfterMs", {
                get: $util.oneOfGetter($oneOfFields = ["retryAfterMs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            GoAway.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.GoAway();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.int32())
                                message.reason = value;
                            else
                                delete message.reason;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.deadlineMs = value;
                            else
                                delete message.deadlineMs;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.bool())
                                message.resume = value;
                            else
                                delete message.resume;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            message.retryAfterMs = reader.uint32();
                            message._retryAfterMs = "retryAfterMs";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return GoAway;
        })();

        v1.Snapshot = (function() {

            const Snapshot = function (properties) {
                this.directives = [];
                this.modes = [];
                this.openTurns = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Snapshot.prototype.sessionId = "";
            Snapshot.prototype.directives = $util.emptyArray;
            Snapshot.prototype.modes = $util.emptyArray;
            Snapshot.prototype.openTurns = $util.emptyArray;
            Snapshot.prototype.cue = null;
            Snapshot.prototype.paused = false;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Snapshot.prototype, "_cue", {
                get: $util.oneOfGetter($oneOfFields = ["cue"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Snapshot.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.Snapshot();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.sessionId = value;
                            else
                                delete message.sessionId;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if (!(message.directives && message.directives.length))
                                message.directives = [];
                            message.directives.push($root.undertone.v1.Directive.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    case 3: {
                            if (wireType === 2) {
                                if (!(message.modes && message.modes.length))
                                    message.modes = [];
                                reader.int32s(message.modes);
                                continue;
                            }
                            if (wireType !== 0)
                                break;
                            if (!(message.modes && message.modes.length))
                                message.modes = [];
                            message.modes.push(reader.int32());
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            if (!(message.openTurns && message.openTurns.length))
                                message.openTurns = [];
                            message.openTurns.push($root.undertone.v1.TurnStart.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    case 5: {
                            if (wireType !== 2)
                                break;
                            message.cue = $root.undertone.v1.AgentSteering.decode(reader, reader.size(), $undefined, _depth + 1, message.cue);
                            message._cue = "cue";
                            continue;
                        }
                    case 6: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.bool())
                                message.paused = value;
                            else
                                delete message.paused;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Snapshot;
        })();

        v1.ObserverJoined = (function() {

            const ObserverJoined = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            ObserverJoined.prototype.role = "";
            ObserverJoined.prototype.count = 0;

            ObserverJoined.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.ObserverJoined();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.role = value;
                            else
                                delete message.role;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.count = value;
                            else
                                delete message.count;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return ObserverJoined;
        })();

        v1.ObserverLeft = (function() {

            const ObserverLeft = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            ObserverLeft.prototype.role = "";
            ObserverLeft.prototype.count = 0;

            ObserverLeft.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.ObserverLeft();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.role = value;
                            else
                                delete message.role;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.count = value;
                            else
                                delete message.count;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return ObserverLeft;
        })();

        v1.Error = (function() {

            const Error = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Error.prototype.code = "";
            Error.prototype.message = "";
            Error.prototype.fatal = false;
            Error.prototype.retryable = false;
            Error.prototype.retryAfterMs = null;
            Error.prototype.refSeq = null;
            Error.prototype.param = null;
            Error.prototype.requestId = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Error.prototype, "_retryAfterMs", {
                get: $util.oneOfGetter($oneOfFields = ["retryAfterMs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Error.prototype, "_refSeq", {
                get: $util.oneOfGetter($oneOfFields = ["refSeq"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Error.prototype, "_param", {
                get: $util.oneOfGetter($oneOfFields = ["param"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Error.prototype, "_requestId", {
                get: $util.oneOfGetter($oneOfFields = ["requestId"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Error.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.Error();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.code = value;
                            else
                                delete message.code;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.message = value;
                            else
                                delete message.message;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.bool())
                                message.fatal = value;
                            else
                                delete message.fatal;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.bool())
                                message.retryable = value;
                            else
                                delete message.retryable;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 0)
                                break;
                            message.retryAfterMs = reader.uint32();
                            message._retryAfterMs = "retryAfterMs";
                            continue;
                        }
                    case 6: {
                            if (wireType !== 0)
                                break;
                            message.refSeq = reader.uint64();
                            message._refSeq = "refSeq";
                            continue;
                        }
                    case 7: {
                            if (wireType !== 2)
                                break;
                            message.param = reader.stringVerify();
                            message._param = "param";
                            continue;
                        }
                    case 8: {
                            if (wireType !== 2)
                                break;
                            message.requestId = reader.stringVerify();
                            message._requestId = "requestId";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Error;
        })();

        v1.TurnSummary = (function() {

            const TurnSummary = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            TurnSummary.prototype.turnId = "";
            TurnSummary.prototype.speakerId = "";
            TurnSummary.prototype.channel = 0;
            TurnSummary.prototype.startMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            TurnSummary.prototype.endMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            TurnSummary.prototype.text = null;
            TurnSummary.prototype.emotion = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(TurnSummary.prototype, "_text", {
                get: $util.oneOfGetter($oneOfFields = ["text"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(TurnSummary.prototype, "_emotion", {
                get: $util.oneOfGetter($oneOfFields = ["emotion"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            TurnSummary.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.TurnSummary();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.turnId = value;
                            else
                                delete message.turnId;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.speakerId = value;
                            else
                                delete message.speakerId;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.channel = value;
                            else
                                delete message.channel;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.startMs = value;
                            else
                                delete message.startMs;
                            continue;
                        }
                    case 5: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.endMs = value;
                            else
                                delete message.endMs;
                            continue;
                        }
                    case 6: {
                            if (wireType !== 2)
                                break;
                            message.text = reader.stringVerify();
                            message._text = "text";
                            continue;
                        }
                    case 7: {
                            if (wireType !== 2)
                                break;
                            message.emotion = reader.stringVerify();
                            message._emotion = "emotion";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return TurnSummary;
        })();

        v1.SessionTranscript = (function() {

            const SessionTranscript = function (properties) {
                this.turns = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            SessionTranscript.prototype.turns = $util.emptyArray;

            SessionTranscript.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.SessionTranscript();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if (!(message.turns && message.turns.length))
                                message.turns = [];
                            message.turns.push($root.undertone.v1.TurnSummary.decode(reader, reader.size(), $undefined, _depth + 1));
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return SessionTranscript;
        })();

        v1.SessionSummary = (function() {

            const SessionSummary = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            SessionSummary.prototype.dominantEmotion = null;
            SessionSummary.prototype.peakEscalationRisk = null;
            SessionSummary.prototype.sentimentChange = null;
            SessionSummary.prototype.meanValence = null;
            SessionSummary.prototype.meanArousal = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionSummary.prototype, "_dominantEmotion", {
                get: $util.oneOfGetter($oneOfFields = ["dominantEmotion"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionSummary.prototype, "_peakEscalationRisk", {
                get: $util.oneOfGetter($oneOfFields = ["peakEscalationRisk"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionSummary.prototype, "_sentimentChange", {
                get: $util.oneOfGetter($oneOfFields = ["sentimentChange"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionSummary.prototype, "_meanValence", {
                get: $util.oneOfGetter($oneOfFields = ["meanValence"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionSummary.prototype, "_meanArousal", {
                get: $util.oneOfGetter($oneOfFields = ["meanArousal"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            SessionSummary.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.SessionSummary();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            message.dominantEmotion = reader.stringVerify();
                            message._dominantEmotion = "dominantEmotion";
                            continue;
                        }
                    case 2: {
                            if (wireType !== 5)
                                break;
                            message.peakEscalationRisk = reader.float();
                            message._peakEscalationRisk = "peakEscalationRisk";
                            continue;
                        }
                    case 3: {
                            if (wireType !== 5)
                                break;
                            message.sentimentChange = reader.float();
                            message._sentimentChange = "sentimentChange";
                            continue;
                        }
                    case 4: {
                            if (wireType !== 5)
                                break;
                            message.meanValence = reader.float();
                            message._meanValence = "meanValence";
                            continue;
                        }
                    case 5: {
                            if (wireType !== 5)
                                break;
                            message.meanArousal = reader.float();
                            message._meanArousal = "meanArousal";
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return SessionSummary;
        })();

        v1.SessionEnded = (function() {

            const SessionEnded = function (properties) {
                this.emotionTrajectory = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            SessionEnded.prototype.reason = "";
            SessionEnded.prototype.durationS = 0;
            SessionEnded.prototype.utteranceCount = 0;
            SessionEnded.prototype.transcript = null;
            SessionEnded.prototype.emotionTrajectory = $util.emptyArray;
            SessionEnded.prototype.finalEmotion = null;
            SessionEnded.prototype.predictions = null;
            SessionEnded.prototype.summary = null;
            SessionEnded.prototype.prosodySummary = null;
            SessionEnded.prototype.usage = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionEnded.prototype, "_finalEmotion", {
                get: $util.oneOfGetter($oneOfFields = ["finalEmotion"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionEnded.prototype, "_predictions", {
                get: $util.oneOfGetter($oneOfFields = ["predictions"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionEnded.prototype, "_prosodySummary", {
                get: $util.oneOfGetter($oneOfFields = ["prosodySummary"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            SessionEnded.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.SessionEnded();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 2)
                                break;
                            if ((value = reader.stringVerify()).length)
                                message.reason = value;
                            else
                                delete message.reason;
                            continue;
                        }
                    case 2: {
                            if (wireType !== 1)
                                break;
                            if (!$Object.is(value = reader.double(), 0))
                                message.durationS = value;
                            else
                                delete message.durationS;
                            continue;
                        }
                    case 3: {
                            if (wireType !== 0)
                                break;
                            if (value = reader.uint32())
                                message.utteranceCount = value;
                            else
                                delete message.utteranceCount;
                            continue;
                        }
                    case 4: {
                            if (wireType !== 2)
                                break;
                            message.transcript = $root.undertone.v1.SessionTranscript.decode(reader, reader.size(), $undefined, _depth + 1, message.transcript);
                            continue;
                        }
                    case 5: {
                            if (wireType !== 2)
                                break;
                            if (!(message.emotionTrajectory && message.emotionTrajectory.length))
                                message.emotionTrajectory = [];
                            message.emotionTrajectory.push(reader.stringVerify());
                            continue;
                        }
                    case 6: {
                            if (wireType !== 2)
                                break;
                            message.finalEmotion = reader.stringVerify();
                            message._finalEmotion = "finalEmotion";
                            continue;
                        }
                    case 7: {
                            if (wireType !== 2)
                                break;
                            message.predictions = $root.undertone.v1.SessionPrediction.decode(reader, reader.size(), $undefined, _depth + 1, message.predictions);
                            message._predictions = "predictions";
                            continue;
                        }
                    case 8: {
                            if (wireType !== 2)
                                break;
                            message.summary = $root.undertone.v1.SessionSummary.decode(reader, reader.size(), $undefined, _depth + 1, message.summary);
                            continue;
                        }
                    case 9: {
                            if (wireType !== 2)
                                break;
                            message.prosodySummary = $root.undertone.v1.Prosody.decode(reader, reader.size(), $undefined, _depth + 1, message.prosodySummary);
                            message._prosodySummary = "prosodySummary";
                            continue;
                        }
                    case 10: {
                            if (wireType !== 2)
                                break;
                            message.usage = $root.undertone.v1.Usage.decode(reader, reader.size(), $undefined, _depth + 1, message.usage);
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return SessionEnded;
        })();

        v1.Pong = (function() {

            const Pong = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Pong.prototype.tUs = null;
            Pong.prototype.serverTUs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Pong.prototype, "_tUs", {
                get: $util.oneOfGetter($oneOfFields = ["tUs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Pong.decode = function (reader, length, _end, _depth, _target) {
                if (!(reader instanceof $Reader))
                    reader = $Reader.create(reader);
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $Reader.recursionLimit)
                    throw $Error("max depth exceeded");
                let end, message, value;
                if (length === $undefined)
                    end = reader.len;
                else {
                    end = reader.pos + length;
                    if (end > reader.len)
                        throw $RangeError("index out of range");
                    length = reader.len;
                    reader.len = end;
                }
                message = _target || new $root.undertone.v1.Pong();
                while (reader.pos < end) {
                    let start = reader.pos;
                    let tag = reader.tag();
                    if (tag === _end) {
                        _end = $undefined;
                        break;
                    }
                    let wireType = tag & 7;
                    switch (tag >>>= 3) {
                    case 1: {
                            if (wireType !== 0)
                                break;
                            message.tUs = reader.uint64();
                            message._tUs = "tUs";
                            continue;
                        }
                    case 2: {
                            if (wireType !== 0)
                                break;
                            if (typeof (value = reader.uint64()) === "object" ? value.low || value.high : value !== 0)
                                message.serverTUs = value;
                            else
                                delete message.serverTUs;
                            continue;
                        }
                    }
                    reader.skipType(wireType, _depth, tag);
                    if (!reader.discardUnknown) {
                        $util.makeProp(message, "$unknowns", false);
                        (message.$unknowns || (message.$unknowns = [])).push(reader.raw(start, reader.pos));
                    }
                }
                if (length !== $undefined) {
                    if (reader.pos !== end)
                        throw $RangeError("index out of range");
                    reader.len = length;
                }
                if (_end !== $undefined)
                    throw $Error("missing end group");
                return message;
            };

            return Pong;
        })();

        return v1;
    })();

    return undertone;
})();

export {
  $root as default
};

export const root: { decode(bytes: Uint8Array): Record<string, unknown> } = undertone.v1.ServerMessage;
